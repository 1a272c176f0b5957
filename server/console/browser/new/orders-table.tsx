/** All orders, from any source, one per row: to rename, change times, and remove. */
import { FieldInput, type FieldType } from '../parts/field-input.js';
import { Icon } from '../parts/parts.js';
import { TEXTS } from '../texts.js';
import { change, draft, type DraftOrder } from './draft.js';

/** Orders beyond this number are planned but not listed. */
const SHOWN_MAX = 100;

export function OrdersTable() {
  const { orders } = draft.value;
  const { new: texts } = TEXTS;
  const set = (idx: number, fields: Partial<DraftOrder>): void => {
    change({ orders: orders.map((each, at) => (at === idx ? { ...each, ...fields } : each)) });
  };
  const input = (idx: number, field: 'id' | 'minutes' | 'from' | 'to', type: FieldType) => (
    <td>
      <FieldInput
        type={type}
        class={field}
        aria-label={texts.orderField(texts.orderColumns[field], idx + 1)}
        value={orders[idx]?.[field]}
        onValue={(value) => set(idx, { [field]: value })}
      />
    </td>
  );
  return (
    <details class="orders">
      <summary>{texts.ordersList}</summary>
      <div class="scroll" tabIndex={0} role="group" aria-label={texts.ordersList}>
        <table>
          <thead>
            <tr>
              <th scope="col">#</th>
              {Object.values(texts.orderColumns).map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {orders.slice(0, SHOWN_MAX).map((order, idx) => (
              <tr key={idx}>
                <th scope="row">{idx + 1}</th>
                {input(idx, 'id', 'text')}
                {input(idx, 'minutes', 'number')}
                {input(idx, 'from', 'time')}
                {input(idx, 'to', 'time')}
                <td>
                  <button
                    type="button"
                    class="quiet"
                    aria-label={texts.removeOrder(order.id)}
                    title={texts.removeOrder(order.id)}
                    onClick={() => change({ orders: orders.filter((_, at) => at !== idx) })}
                  >
                    <Icon name="close" />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {orders.length > SHOWN_MAX && (
        <p class="hint">{texts.moreOrders(orders.length - SHOWN_MAX)}</p>
      )}
    </details>
  );
}
