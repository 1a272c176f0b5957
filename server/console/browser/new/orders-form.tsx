/** Orders by CSV and by clicks on the map, and the vehicles that are to serve them. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Point, Scene } from '../map/scene.js';
import { TEXTS } from '../texts.js';
import { CSV_EXAMPLE, readCsv, type CsvOrders } from './csv.js';
import { VEHICLE, change, draft, type Draft, type DraftVehicle } from './draft.js';

/** What the next click on the map is for. */
const clickFor = signal<'order' | 'depot'>('depot');
const DEPOT_COLOR = '#4a5560';
const ORDER_COLOR = '#0072b2';

export function draftScene({ orders, depot }: Draft): Scene {
  const points: Point[] = orders.map(({ at, id }, idx) => ({
    ...{ at, title: id, color: ORDER_COLOR, label: orders.length > 99 ? '' : String(idx + 1) },
  }));
  if (depot !== undefined) {
    const { depot: title } = TEXTS.new;
    points.push({ at: depot, color: DEPOT_COLOR, label: '⌂', title, isHollow: true });
  }
  return {
    ...{ lines: [], points, fit: `draft ${fitted.value}` },
    onClick: (at) => {
      const { orders: known } = draft.peek();
      if (clickFor.peek() === 'depot') {
        change({ depot: at });
        clickFor.value = 'order';
        return;
      }
      const ids = new Set(known.map(({ id }) => id));
      let number = known.length + 1;
      while (ids.has(`order ${number}`)) number += 1;
      const plain = { minutes: 5, from: '', to: '', loads: {} };
      change({ orders: [...known, { id: `order ${number}`, at, ...plain }] });
    },
  };
}

/** Counted up when the map is to move to the orders: not by clicks, which are where the map is. */
const fitted = signal(0);

export function OrdersForm() {
  const [text, setText] = useState('');
  const [read, setRead] = useState<CsvOrders>();
  const take = (csv: string): void => {
    setText(csv);
    const result = readCsv(csv);
    setRead(csv.trim() === '' ? undefined : result);
    if (result.orders.length > 0) fitted.value += 1;
    change({ orders: result.orders });
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
      <p role="status">{texts.csvRead(orders.length)}</p>
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
      </fieldset>
      {depot === undefined && <p class="hint">{texts.depotPick}</p>}
      <label for="day">{texts.day}</label>
      <input
        id="day"
        type="date"
        value={day}
        onInput={(event) => change({ day: event.currentTarget.value })}
      />
      <Vehicles />
    </>
  );
}

function Understood({ read: { columns, faults } }: { read: CsvOrders }) {
  const { new: texts } = TEXTS;
  return (
    <>
      <table class="plain">
        <caption>{texts.csvColumns}</caption>
        <tbody>
          {columns.map(({ header, meaning }) => (
            <tr key={header}>
              <th scope="row">{header}</th>
              <td>{meaning === 'none' ? texts.csvIgnored : meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults.length > 0 && (
        <div class="notice error" role="alert">
          <strong>{texts.faults}</strong>
          <ul>
            {faults.slice(0, 20).map(({ row, column, message }) => (
              <li key={`${row} ${column}`}>
                Row {row}, {column}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

const TYPES = ['car', 'van', 'truck', 'bicycle', 'foot'];

function Vehicles() {
  const { vehicles } = draft.value;
  const { new: texts } = TEXTS;
  const set = (idx: number, fields: Partial<DraftVehicle>): void => {
    change({ vehicles: vehicles.map((each, at) => (at === idx ? { ...each, ...fields } : each)) });
  };
  const input = (
    idx: number,
    field: keyof DraftVehicle,
    label: string,
    type: 'text' | 'number' | 'time',
  ) => {
    const id = `vehicle-${idx}-${field}`;
    return (
      <div class="field" key={field}>
        <label for={id}>{label}</label>
        {type === 'time' ? (
          <input
            id={id}
            type="time"
            value={vehicles[idx]?.[field]}
            onInput={({ currentTarget: { value } }) => set(idx, { [field]: value })}
          />
        ) : (
          <input
            id={id}
            type="text"
            inputMode={type === 'number' ? 'numeric' : 'text'}
            placeholder={field === 'capacity' ? texts.capacityHint : ''}
            value={vehicles[idx]?.[field]}
            onInput={({ currentTarget: { value } }) =>
              set(idx, { [field]: type === 'number' ? Number(value) : value })
            }
          />
        )}
      </div>
    );
  };
  return (
    <fieldset>
      <legend>{texts.vehicles}</legend>
      {vehicles.map((vehicle, idx) => (
        <div class="fields" key={idx}>
          {input(idx, 'name', texts.vehicle, 'text')}
          <div class="field">
            <label for={`vehicle-${idx}-type`}>{texts.vehicleType}</label>
            <select
              id={`vehicle-${idx}-type`}
              value={vehicle.type}
              onChange={(event) => set(idx, { type: event.currentTarget.value })}
            >
              {TYPES.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </div>
          {input(idx, 'count', texts.count, 'number')}
          {input(idx, 'from', texts.from, 'time')}
          {input(idx, 'to', texts.to, 'time')}
          {input(idx, 'breakMinutes', texts.lunch, 'number')}
          {input(idx, 'capacity', texts.capacity, 'text')}
          {vehicles.length > 1 && (
            <button
              type="button"
              onClick={() => change({ vehicles: vehicles.filter((_, at) => at !== idx) })}
            >
              {texts.remove}
            </button>
          )}
        </div>
      ))}
      <button
        type="button"
        onClick={() =>
          change({
            vehicles: [
              ...vehicles,
              { ...VEHICLE, name: `vehicle ${vehicles.length + 1}`, count: 1 },
            ],
          })
        }
      >
        {texts.addVehicle}
      </button>
    </fieldset>
  );
}
