/** Two plans side by side: one that was kept, and the one that is shown. */
import { signal } from '@preact/signals';
import { formatDistance, formatDuration, formatMoney, formatNumber } from '../format.js';
import { shown, type Shown } from '../state.js';
import { TEXTS } from '../texts.js';
import type { Plan } from './types.js';

const kept = signal<Shown | undefined>(undefined);

type Row = { name: string; of: (plan: Plan) => number; format: (value: number) => string };

const { totals } = TEXTS.plan;
const ROWS: readonly Row[] = [
  { name: totals.cost, of: (plan) => plan.statistics.cost.total, format: formatMoney },
  { name: totals.distance, of: (plan) => plan.statistics.distance, format: formatDistance },
  { name: totals.driving, of: (plan) => plan.statistics.driving_duration, format: formatDuration },
  { name: totals.duration, of: (plan) => plan.statistics.duration, format: formatDuration },
  { name: totals.vehicles, of: (plan) => plan.statistics.vehicles, format: formatNumber },
  { name: totals.served, of: (plan) => plan.statistics.orders_served, format: formatNumber },
  { name: totals.unserved, of: (plan) => plan.unserved.length, format: formatNumber },
];

export function Compare({ current }: { current: Shown }) {
  const other = kept.value;
  const { compare } = TEXTS;
  return (
    <section class="stack">
      {other === undefined ? (
        <p>{compare.none}</p>
      ) : (
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">{compare.figure}</th>
              <th scope="col">{compare.kept}</th>
              <th scope="col">{compare.current}</th>
              <th scope="col">{compare.difference}</th>
            </tr>
          </thead>
          <tbody>
            {ROWS.map(({ name, of, format }) => {
              const [before, after] = [of(other.plan), of(current.plan)];
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
      )}
      <div class="buttons">
        <button type="button" onClick={() => (kept.value = current)}>
          {TEXTS.plan.keepCompare}
        </button>
        {other !== undefined && other !== current && (
          <button
            type="button"
            onClick={() => {
              kept.value = current;
              shown.value = other;
            }}
          >
            {compare.switch}
          </button>
        )}
      </div>
    </section>
  );
}
