/** The unserved orders, with the service's reasons in words and suggestions to resolve them. */
import { signal } from '@preact/signals';
import { formatMoney } from '../format.js';
import { TEXTS } from '../texts.js';
import { addOrder } from './edit.js';
import { PlaceChooser } from './stop-menu.js';
import type { Plan, PlanRequest } from './types.js';

const REASONS_SHOWN = 4;
const adding = signal<string | undefined>(undefined);

export function UnservedList({ plan, request }: { plan: Plan; request: PlanRequest }) {
  if (plan.unserved.length === 0) return <p>{TEXTS.plan.allServed}</p>;
  return (
    <ul class="unserved">
      {plan.unserved.map(({ order_id: order, reasons, suggestion, cost }) => (
        <li key={order} class="card">
          <h3>{order}</h3>
          <ul>
            {reasons.slice(0, REASONS_SHOWN).map(({ code, comment }, idx) => (
              <li key={`${code} ${idx}`}>{comment}</li>
            ))}
          </ul>
          {suggestion !== undefined && <p class="suggestion">{suggestion.comment}</p>}
          {cost > 0 && (
            <p class="hint">
              {TEXTS.plan.leftOut} {formatMoney(cost)}.
            </p>
          )}
          {request.vehicles.length > 0 && (
            <button
              type="button"
              aria-expanded={adding.value === order}
              onClick={() => (adding.value = adding.value === order ? undefined : order)}
            >
              {TEXTS.edit.add}
            </button>
          )}
          {adding.value === order && (
            <PlaceChooser
              plan={plan}
              start={{ route: 0, stop: 0 }}
              label={TEXTS.edit.add}
              onChoose={(place) => void addOrder(order, place)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
