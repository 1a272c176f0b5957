/** One printed sheet per route, for its driver: hidden on the screen, and the only content in print. */
import { formatDate, formatDistance } from '../format.js';
import { TableHead } from '../parts/parts.js';
import { TEXTS } from '../texts.js';
import { displayed } from './edit.js';
import { nameOf } from './plan-scene.js';
import { clockIn } from './times.js';

export function Sheets() {
  const plan = displayed.value;
  if (plan === undefined) return null;
  return (
    <div class="sheets">
      {plan.routes.map((route, routeIdx) => (
        <section class="sheet" key={routeIdx}>
          <h2>{TEXTS.plan.sheet(route.vehicle_id, formatDate(route.date))}</h2>
          <p>
            {TEXTS.plan.stops(route.statistics.stops)}, {formatDistance(route.statistics.distance)}
          </p>
          <table>
            <TableHead columns={TEXTS.plan.sheetColumns} />
            <tbody>
              {route.stops.map((stop, stopIdx) => (
                <tr key={stopIdx}>
                  <td>{stopIdx}</td>
                  <td>{clockIn(route, stop.arrival_time)}</td>
                  <td>{clockIn(route, stop.departure_time)}</td>
                  <td>{nameOf(stop)}</td>
                  <td>
                    {stop.location_id ??
                      `${stop.latitude.toFixed(5)}, ${stop.longitude.toFixed(5)}`}
                  </td>
                  <td class="notes" />
                </tr>
              ))}
            </tbody>
          </table>
          {plan.attribution !== undefined && <p class="attribution">{plan.attribution}</p>}
        </section>
      ))}
    </div>
  );
}
