/** Compares a kept plan with the shown plan: figures, orders, and routes on the map. */
import { signal } from '@preact/signals';
import { formatDistance, formatDuration, formatMoney, formatNumber } from '../format.js';
import { showPlan, type Shown } from '../state.js';
import { TableHead } from '../parts/parts.js';
import { TEXTS } from '../texts.js';
import type { Plan } from './types.js';

const kept = signal<Shown | undefined>(undefined);
const isOnMap = signal(true);
/** A longer list would not be read. */
const MOVED_SHOWN = 50;

/** Returns the kept plan, whose routes are drawn below those of the shown plan. */
export const ghostOf = (plan: Plan): Plan | undefined =>
  isOnMap.value && kept.value !== undefined && kept.value.plan !== plan
    ? kept.value.plan
    : undefined;

type Row = { name: string; of: (plan: Plan) => number; format: (value: number) => string };

const { totals } = TEXTS.plan;
const ROWS: readonly Row[] = [
  { name: totals.cost, of: (plan) => plan.statistics.cost.total, format: formatMoney },
  { name: totals.distance, of: (plan) => plan.statistics.distance, format: formatDistance },
  { name: totals.driving, of: (plan) => plan.statistics.driving_duration, format: formatDuration },
  { name: totals.duration, of: (plan) => plan.statistics.duration, format: formatDuration },
  { name: totals.waiting, of: (plan) => plan.statistics.waiting_duration, format: formatDuration },
  { name: totals.lateness, of: (plan) => plan.statistics.lateness, format: formatDuration },
  { name: totals.vehicles, of: (plan) => plan.statistics.vehicles, format: formatNumber },
  { name: totals.served, of: (plan) => plan.statistics.orders_served, format: formatNumber },
  { name: totals.unserved, of: (plan) => plan.unserved.length, format: formatNumber },
];

export function Compare({ current, plan }: { current: Shown; plan: Plan }) {
  const other = kept.value;
  const { compare } = TEXTS;
  return (
    <section class="stack">
      {other === undefined ? (
        <p>{compare.none}</p>
      ) : (
        <>
          <table class="plain wide">
            <TableHead
              columns={[compare.figure, compare.kept, compare.current, compare.difference]}
            />
            <tbody>
              {ROWS.map(({ name, of, format }) => {
                const [before, after] = [of(other.plan), of(plan)];
                return (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{format(before)}</td>
                    <td>{format(after)}</td>
                    <td>
                      {after > before ? '+' : ''}
                      {format(after - before)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
          <label class="inline">
            <input
              type="checkbox"
              checked={isOnMap.value}
              onChange={() => (isOnMap.value = !isOnMap.peek())}
            />
            {compare.onMap}
          </label>
          <Moved before={other.plan} after={plan} />
        </>
      )}
      <div class="buttons">
        <button type="button" onClick={() => (kept.value = { ...current, plan })}>
          {TEXTS.plan.keepCompare}
        </button>
        {other !== undefined && other.plan !== plan && (
          <button
            type="button"
            onClick={() => {
              kept.value = { ...current, plan };
              showPlan(other);
            }}
          >
            {compare.switch}
          </button>
        )}
      </div>
    </section>
  );
}

/** Orders that are served by another vehicle, on another day, or no longer. */
function Moved({ before, after }: { before: Plan; after: Plan }) {
  const [first, second] = [whoServes(before), whoServes(after)];
  const orders = [...new Set([...first.keys(), ...second.keys()])];
  const moved = orders.filter((order) => first.get(order) !== second.get(order));
  const { compare } = TEXTS;
  if (moved.length === 0) return <p>{compare.sameVehicles}</p>;
  return (
    <table class="plain wide">
      <caption>{compare.moved(moved.length)}</caption>
      <TableHead columns={[compare.order, compare.kept, compare.current]} />
      <tbody>
        {moved.slice(0, MOVED_SHOWN).map((order) => (
          <tr key={order}>
            <th scope="row">{order}</th>
            <td>{first.get(order) ?? compare.nobody}</td>
            <td>{second.get(order) ?? compare.nobody}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function whoServes({ routes }: Plan): Map<string, string> {
  const isOneDay = new Set(routes.map(({ date }) => date)).size <= 1;
  const who = new Map<string, string>();
  for (const { vehicle_id: vehicle, date, stops } of routes) {
    for (const { order_id: order } of stops) {
      const name = isOneDay ? vehicle : `${vehicle} ${date}`;
      const known = order === undefined ? undefined : who.get(order);
      // Several vehicles may serve the visits of a periodic order.
      if (order !== undefined && known?.split(', ').includes(name) !== true) {
        who.set(order, known === undefined ? name : `${known}, ${name}`);
      }
    }
  }
  return who;
}
