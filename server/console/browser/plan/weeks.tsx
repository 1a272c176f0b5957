/** Routes of several days: one row per vehicle, one column per day, so that a periodic plan can be seen as a whole. */
import { useComputed } from '@preact/signals';
import { colorOf } from '../colors.js';
import { formatDate, localSeconds } from '../format.js';
import { chosen, pointed } from '../state.js';
import { TEXTS } from '../texts.js';
import { clockIn } from './times.js';
import type { Route } from './types.js';

export type Numbered = { route: Route; routeIdx: number };

const DAY = 86_400;
/** With more days than this, only Mondays are labeled. */
const DAYS_WRITTEN_MAX = 10;

const dayOf = (isoDate: string): number => localSeconds(`${isoDate}T00:00`) / DAY;
const isoOf = (day: number): string => new Date(day * DAY * 1000).toISOString().slice(0, 10);
/** 1 January 1970 was a Thursday. */
const isMonday = (day: number): boolean => (((day + 3) % 7) + 7) % 7 === 0;

export function Weeks({ routes }: { routes: readonly Numbered[] }) {
  if (routes.length === 0) return null;
  const first = Math.min(...routes.map(({ route }) => dayOf(route.date)));
  // A route may end days after it starts.
  const last = Math.max(...routes.map(({ route }) => dayOf(route.end_time.slice(0, 10))));
  const count = last - first + 1;
  const all = Array.from({ length: count }, (_, idx) => first + idx);
  const percent = (dayCount: number): string => `${(dayCount / count) * 100}%`;
  const vehicles = [...new Set(routes.map(({ route }) => route.vehicle_id))];
  return (
    <>
      <div class="axis" aria-hidden="true">
        {all
          .filter((day) => count <= DAYS_WRITTEN_MAX || isMonday(day))
          .map((day) => (
            <span key={day} style={{ left: percent(day - first) }}>
              {formatDate(isoOf(day))}
            </span>
          ))}
      </div>
      {vehicles.map((vehicle) => (
        <div class="row" key={vehicle}>
          <span class="row-name">{vehicle}</span>
          <div class="track">
            {all.filter(isMonday).map((day) => (
              <span key={day} class="week" style={{ left: percent(day - first) }} />
            ))}
            {routes
              .filter(({ route }) => route.vehicle_id === vehicle)
              .map((numbered) => (
                <Shift key={numbered.routeIdx} {...{ ...numbered, first, percent }} />
              ))}
          </div>
        </div>
      ))}
    </>
  );
}

type ShiftProps = Numbered & { first: number; percent: (dayCount: number) => string };

/** A bar whose position within its day shows when the route is driven. */
function Shift({ route, routeIdx, first, percent }: ShiftProps) {
  const isPointed = useComputed(() => pointed.value?.route === routeIdx).value;
  const from = localSeconds(route.start_time) / DAY - first;
  const to = localSeconds(route.end_time) / DAY - first;
  const { statistics: sums, date } = route;
  const label = TEXTS.timeline.shift(
    ...([route.vehicle_id, formatDate(date), clockIn(route, route.start_time)] as const),
    ...([clockIn(route, route.end_time), TEXTS.plan.stops(sums.stops)] as const),
  );
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      class={`bar service ${isPointed ? 'pointed' : ''}`}
      style={{ left: percent(from), width: percent(to - from), '--route': colorOf(route) }}
      onMouseEnter={() => (pointed.value = { route: routeIdx })}
      onMouseLeave={() => (pointed.value = undefined)}
      onClick={() => (chosen.value = { route: routeIdx })}
    />
  );
}
