/** Orders from CSV and from clicks on the map, and the day of the plan. */
import { useState } from 'preact/hooks';
import { TEXTS } from '../texts.js';
import { CSV_EXAMPLE, readCsv, type CsvOrders } from './csv.js';
import { change, draft, freeId, type DraftOrder } from './draft.js';
import { clickFor, fitted } from './draft-scene.js';
import { OrdersTable } from './orders-table.js';
import { VehiclesForm } from './vehicles-form.js';

const FAULTS_SHOWN = 20;

export function OrdersForm() {
  const [text, setText] = useState('');
  const [read, setRead] = useState<CsvOrders>();
  const take = (csv: string): void => {
    setText(csv);
    const result = readCsv(csv);
    setRead(csv.trim() === '' ? undefined : result);
    if (result.orders.length > 0) fitted.value += 1;
    change({ orders: withClicked(result.orders) });
  };
  const { new: texts } = TEXTS;
  const { orders, depot, day } = draft.value;
  return (
    <>
      <label for="csv">{texts.csv}</label>
      <textarea
        id="csv"
        rows={6}
        spellcheck={false}
        aria-describedby="csv-hint"
        value={text}
        onInput={(event) => take(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const file = event.dataTransfer?.files[0];
          if (file === undefined) return;
          event.preventDefault();
          void file.text().then(take);
        }}
      />
      <p id="csv-hint" class="hint">
        {texts.csvHint}
      </p>
      {text === '' && (
        <button type="button" class="link" onClick={() => take(CSV_EXAMPLE)}>
          {texts.csvExample}
        </button>
      )}
      {read !== undefined && <Understood read={read} />}
      <fieldset class="inline">
        <legend>{texts.clickAdds}</legend>
        {(['order', 'depot'] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="click"
              checked={clickFor.value === each}
              onChange={() => (clickFor.value = each)}
            />
            {each === 'order' ? texts.clickOrder : texts.clickDepot}
          </label>
        ))}
        {depot === undefined && <p class="hint">{texts.depotPick}</p>}
      </fieldset>
      <p role="status">{texts.ordersKnown(orders.length)}</p>
      {orders.length > 0 && <OrdersTable />}
      <div class="field">
        <label for="day">{texts.day}</label>
        <input
          id="day"
          type="date"
          value={day}
          onInput={(event) => change({ day: event.currentTarget.value })}
        />
      </div>
      <VehiclesForm />
    </>
  );
}

/** Keeps the clicked orders when the table changes, and renames those whose id the table also uses. */
function withClicked(read: readonly DraftOrder[]): DraftOrder[] {
  const orders = [...read];
  for (const order of draft.peek().orders.filter(({ isClicked }) => isClicked === true)) {
    const isTaken = orders.some(({ id }) => id === order.id);
    orders.push(isTaken ? { ...order, id: freeId(orders) } : order);
  }
  return orders;
}

function Understood({ read: { columns, faults } }: { read: CsvOrders }) {
  const { new: texts } = TEXTS;
  return (
    <>
      <div class="columns">
        <h2>{texts.csvColumns}</h2>
        <ul>
          {columns.map(({ header, meaning }, idx) => (
            <li key={`${idx} ${header}`} class={meaning === 'none' ? 'unused' : ''}>
              <strong>{header}</strong>: {texts.columns[meaning]}
            </li>
          ))}
        </ul>
      </div>
      {faults.length > 0 && (
        <div class="notice error" role="alert">
          <strong>{texts.faults(faults.length)}</strong>
          <ul>
            {faults.slice(0, FAULTS_SHOWN).map(({ row, column, message }) => (
              <li key={`${row} ${column}`}>{texts.fault(row, column, message)}</li>
            ))}
          </ul>
          {faults.length > FAULTS_SHOWN && texts.moreFaults(faults.length - FAULTS_SHOWN)}
        </div>
      )}
    </>
  );
}
