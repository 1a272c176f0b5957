/**
 * Routes as bars over the hours: driving, service, waiting, breaks, lateness, and the windows of the stop under the
 * pointer; or as bars over the days of several weeks. A stop can be dragged within its row or to another row.
 */
import { signal, useComputed } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { colorOf } from '../colors.js';
import { formatDate, localSeconds } from '../format.js';
import { chosen, hidden, pointed, shown } from '../state.js';
import { TEXTS } from '../texts.js';
import { allow, carry, editIndexes, over, put } from './drag.js';
import { displayed, isEditable, unused } from './edit.js';
import { nameOf } from './plan-scene.js';
import { clockIn, dayTime } from './times.js';
import type { PlanRequest, Route, Stop } from './types.js';
import { Weeks } from './weeks.js';

const HOUR = 3600;
const HOURS_SHOWN_MAX = 14;

type Kind = keyof typeof TEXTS.timeline.legend;
type Bar = { kind: Kind; from: number; to: number; stop: number; label: string };

const isByWeek = signal(false);

export function Timeline() {
  const plan = displayed.value;
  const request = shown.value?.request;
  useEffect(() => {
    if (chosen.value !== undefined) bringIntoView(chosen.value.route);
  }, [chosen.value]);
  if (plan === undefined || plan.routes.length === 0 || request === undefined) return null;
  const routes = plan.routes
    .map((route, routeIdx) => ({ route, routeIdx }))
    .filter(({ routeIdx }) => !hidden.value.has(routeIdx));
  // The days of a period share one axis, so that hours can be compared; each row states its day.
  const start = Math.min(...plan.routes.map((route) => dayTime(route, route.start_time)));
  const end = Math.max(...plan.routes.map((route) => dayTime(route, route.end_time)));
  const [first, last] = [Math.floor(start / HOUR) * HOUR, Math.ceil(end / HOUR) * HOUR];
  const percent = (seconds: number): string => `${((seconds - first) / (last - first)) * 100}%`;
  const isOneDay = new Set(plan.routes.map(({ date }) => date)).size <= 1;
  const { timeline } = TEXTS;
  const showsWeeks = isByWeek.value && !isOneDay;
  return (
    <section
      class="timeline"
      aria-label={timeline.title}
      style={{ '--steps': (last - first) / hourStep(first, last) }}
    >
      {!isOneDay && (
        <label class="by-week">
          <input
            type="checkbox"
            checked={showsWeeks}
            onChange={() => (isByWeek.value = !isByWeek.peek())}
          />
          {timeline.byWeek}
        </label>
      )}
      <ul class="legend" aria-hidden="true">
        {(Object.keys(timeline.legend) as Kind[]).map((kind) => (
          <li key={kind}>
            <span class={`bar ${kind}`} />
            {timeline.legend[kind]}
          </li>
        ))}
      </ul>
      {!showsWeeks && (
        <div class="axis" aria-hidden="true">
          {hoursOf(first, last).map((hour) => (
            <span key={hour} style={{ left: percent(hour) }}>
              {hourText(hour, hourStep(first, last))}
            </span>
          ))}
        </div>
      )}
      <div class="rows" tabIndex={0} role="group" aria-label={timeline.hint} onKeyDown={step}>
        {showsWeeks ? (
          <Weeks routes={routes} />
        ) : (
          <>
            {routes.map(({ route, routeIdx }) => (
              <Row
                key={routeIdx}
                {...{ route, routeIdx, request, first, last }}
                name={nameOfRoute(route, isOneDay)}
              />
            ))}
            {unused.value.map((route, idx) => (
              <UnusedRow
                key={`unused ${idx}`}
                name={nameOfRoute(route, isOneDay)}
                routeIdx={plan.routes.length + idx}
              />
            ))}
          </>
        )}
      </div>
      <p class="visually-hidden" aria-live="polite">
        {announcement.value}
      </p>
    </section>
  );
}

const nameOfRoute = (
  { vehicle_id: vehicle, date }: Pick<Route, 'vehicle_id' | 'date'>,
  isOneDay: boolean,
): string => (isOneDay ? vehicle : `${vehicle} · ${formatDate(date)}`);

const rowId = (routeIdx: number): string => `row-${routeIdx}`;

function bringIntoView(routeIdx: number): void {
  document.getElementById(rowId(routeIdx))?.scrollIntoView({ block: 'nearest' });
}

/** A vehicle without a route, to which a stop can be dragged. */
function UnusedRow({ name, routeIdx }: { name: string; routeIdx: number }) {
  const id = rowId(routeIdx);
  return (
    <div class="row unused">
      <span class="row-name">{name}</span>
      <div
        class={`track ${over.value === id ? 'drop' : ''}`}
        onDragOver={(event) => allow(event, id)}
        onDrop={(event) => put(event, { route: routeIdx, stop: 0 })}
      />
    </div>
  );
}

type RowProps = {
  route: Route;
  routeIdx: number;
  request: PlanRequest;
  name: string;
  first: number;
  last: number;
};

/** Re-renders on its own when its route is pointed at, because there may be sixty rows. */
function Row({ route, routeIdx, request, name, first, last }: RowProps) {
  const pointedStop = useComputed(() =>
    pointed.value?.route === routeIdx ? (pointed.value.stop ?? WHOLE_ROUTE) : undefined,
  ).value;
  const duration = last - first;
  const canEdit = request.vehicles.length > 0;
  const places = editIndexes(route);
  const percent = (seconds: number): string => `${((seconds - first) / duration) * 100}%`;
  return (
    <div
      id={rowId(routeIdx)}
      class={`row ${pointedStop === undefined ? '' : 'pointed'}`}
      onMouseLeave={() => (pointed.value = undefined)}
    >
      <span class="row-name">
        <span class="swatch" style={{ background: colorOf(route) }} />
        {name}
      </span>
      <div
        class={`track ${over.value === rowId(routeIdx) ? 'drop' : ''}`}
        onMouseEnter={() => (pointed.value = { route: routeIdx })}
        onDragOver={(event) => allow(event, rowId(routeIdx))}
        onDrop={(event) => {
          const { left, width } = event.currentTarget.getBoundingClientRect();
          const at = first + ((event.clientX - left) / width) * duration;
          put(event, { route: routeIdx, stop: placeAt(route, places, at) });
        }}
      >
        {windowsOf(route, pointedStop, request).map(([from, to], idx) => (
          <span
            key={`window ${idx}`}
            class="window"
            style={{
              left: percent(Math.max(first, from)),
              width: span(Math.max(first, from), Math.min(last, to), duration),
            }}
          />
        ))}
        {barsOf(route).map(({ kind, from, to, stop, label }, idx) => (
          <span
            key={idx}
            role="img"
            aria-label={label}
            title={label}
            class={`bar ${kind} ${stop === pointedStop ? 'pointed' : ''}`}
            draggable={canEdit && kind !== 'driving' && isEditable(route.stops[stop] ?? NO_STOP)}
            onDragStart={(event) => carry(event, { route: routeIdx, stop: places[stop] ?? 0 })}
            style={{
              left: percent(from),
              width: span(from, to, duration),
              '--route': colorOf(route),
            }}
            onMouseEnter={() => (pointed.value = { route: routeIdx, stop })}
            onClick={() => (chosen.value = { route: routeIdx, stop })}
          />
        ))}
      </div>
    </div>
  );
}

const NO_STOP = { type: 'end' } as const;

/** Returns the index, among the movable stops, of the first one whose service begins after the drop position. */
function placeAt(route: Route, places: readonly number[], at: number): number {
  const { stops } = route;
  const isLater = (stop: Stop): boolean =>
    isEditable(stop) && dayTime(route, stop.arrival_time) + stop.waiting_duration > at;
  const later = stops.findIndex(isLater);
  return later < 0 ? stops.filter(isEditable).length : (places[later] ?? 0);
}

/** In place of a stop index: the whole route is pointed at. */
const WHOLE_ROUTE = -1;

const span = (from: number, to: number, duration: number): string =>
  `${(Math.max(0, to - from) / duration) * 100}%`;

const hourStep = (first: number, last: number): number =>
  HOUR * Math.max(1, Math.ceil((last - first) / HOUR / HOURS_SHOWN_MAX));

/** Formats an hour. The first hour shown of a later day also states the number of days. */
function hourText(seconds: number, step: number): string {
  const hour = seconds / HOUR;
  const text = String(((hour % 24) + 24) % 24).padStart(2, '0');
  const days = Math.floor(hour / 24);
  const isFirst = days !== Math.floor((hour - step / HOUR) / 24);
  return days > 0 && isFirst ? TEXTS.timeline.nextDay(days, text) : text;
}

function hoursOf(first: number, last: number): number[] {
  const step = hourStep(first, last);
  const hours = [];
  for (let hour = first; hour <= last; hour += step) hours.push(hour);
  return hours;
}

function barsOf(route: Route): Bar[] {
  return route.stops.flatMap((stop, idx): Bar[] => {
    const arrival = dayTime(route, stop.arrival_time);
    const begun = arrival + stop.waiting_duration;
    const left = dayTime(route, stop.departure_time);
    const bar = (kind: Kind, what: string, from: number, to: number): Bar[] =>
      to > from
        ? [
            {
              ...{ kind, from, to, stop: idx },
              label: TEXTS.timeline.bar(what, clock(from), clock(to)),
            },
          ]
        : [];
    const isBreak = stop.type === 'break' || stop.type === 'soft_break';
    const kind: Kind = isBreak ? 'break' : stop.lateness > 0 ? 'late' : 'service';
    const { legend } = TEXTS.timeline;
    return [
      ...bar('driving', legend.driving, arrival - stop.travel_duration, arrival),
      ...bar('waiting', `${legend.waiting}: ${nameOf(stop)}`, arrival, begun),
      ...bar(kind, nameOf(stop), begun, left),
    ];
  });
}

const clock = (seconds: number): string =>
  `${String(Math.floor(seconds / HOUR + 24) % 24).padStart(2, '0')}:${String(Math.floor(seconds / 60) % 60).padStart(2, '0')}`;

/** Returns the time windows of the order that is pointed at. */
function windowsOf(
  route: Route,
  stopIdx: number | undefined,
  request: PlanRequest,
): [number, number][] {
  if (stopIdx === undefined) return [];
  const stop: Stop | undefined = route.stops[stopIdx];
  const order = request.orders.find(({ order_id: id }) => id === stop?.order_id);
  const time = (written: string | number | undefined, open: number): number => {
    if (written === undefined) return open;
    if (typeof written === 'number') {
      return dayTime(route, new Date(written * 1000).toISOString());
    }
    return written.length <= 5
      ? localSeconds(`1970-01-01T${written.padStart(5, '0')}`)
      : dayTime(route, written);
  };
  return (order?.time_windows ?? []).map(({ start_time: from, end_time: to }) => [
    time(from, -Infinity),
    time(to, Infinity),
  ]);
}

/** Announces to screen readers where the arrow keys have moved. */
const announcement = signal('');

/** Arrow keys move along a route and between visible routes; Enter opens the stop in the list. */
function step(event: KeyboardEvent): void {
  const routes = displayed.peek()?.routes ?? [];
  if (event.key === 'Enter') {
    chosen.value = pointed.peek();
    return;
  }
  const [down, along] = STEPS[event.key] ?? [];
  if (down === undefined || along === undefined) return;
  event.preventDefault();
  const seen = routes.flatMap((_, idx) => (hidden.peek().has(idx) ? [] : [idx]));
  const { route, stop = -1 } = pointed.peek() ?? {};
  const at = route === undefined ? 0 : seen.indexOf(route) + down;
  const next = seen[Math.min(seen.length - 1, Math.max(0, at))];
  const found = routes[next ?? -1];
  if (next === undefined || found === undefined) return;
  const { stops, vehicle_id: vehicle } = found;
  const nextStop = Math.min(stops.length - 1, Math.max(0, stop + along));
  const met = stops[nextStop];
  if (met === undefined) return;
  pointed.value = { route: next, stop: nextStop };
  announcement.value = `${vehicle}, ${clockIn(found, met.arrival_time)}, ${nameOf(met)}`;
  bringIntoView(next);
}

const STEPS: Readonly<Record<string, readonly [down: number, along: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};
