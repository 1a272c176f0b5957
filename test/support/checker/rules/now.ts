/**
 * `now`: what had begun of the given plan stays as it is, at its actual times, and nothing is planned before now.
 *
 * A stop may be later than the plan states if the vehicle was faster than its computed travel times; it is then served
 * on arrival. A vehicle that stands at the last stop that has begun leaves it at `now` or later.
 */
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type BegunStop, type History } from '../model/history.js';
import { type Route, type Stop } from '../model/routes.js';

const finding = (pointer: string, expected: unknown, got: unknown, comment: string): Finding => ({
  ...{ code: 'history', pointer, expected, got, comment },
});

const nameOf = (type: string, id: string | undefined, stopId: string | undefined): string =>
  [type, id, stopId].filter((each) => each !== undefined).join(' ');

/** Returns what stays on the route, whose start is checked apart. */
const keptOf = ({ begun }: History): BegunStop[] => begun.filter(({ type }) => type !== 'start');

/** Returns the stops of the route that are the kept ones of the plan, or undefined if they are not its first ones. */
function begunStopsOf({ stops }: Route, kept: readonly BegunStop[]): Stop[] | undefined {
  const found: Stop[] = [];
  for (const stop of stops) {
    const expected = kept[found.length]?.type;
    const isOther =
      stop.raw.type === 'start' || (stop.raw.type === 'reload' && expected !== 'reload');
    if (expected !== undefined && !isOther) found.push(stop);
  }
  const isSame = kept.every(({ type, entry }, idx) => {
    const { raw, visit } = found[idx] ?? {};
    return (
      raw?.type === type &&
      raw.order_id === entry.order_id &&
      (entry.stop_id === undefined || raw.stop_id === entry.stop_id) &&
      (entry.visit ?? 1) === (visit ?? 1)
    );
  });
  return isSame ? found : undefined;
}

function checkTimes(stop: Stop, { startsAt, endsAt }: BegunStop, leavesFrom: number): Finding[] {
  const { pointer, serviceStart, departure, raw } = stop;
  const isLater = startsAt !== undefined && serviceStart > startsAt && raw.waiting_duration === 0;
  // A break that begins later keeps its length.
  const delay = stop.isRest && isLater ? serviceStart - startsAt : 0;
  const expectedEnd = Math.max((endsAt ?? departure) + delay, serviceStart, leavesFrom);
  return [
    ...(startsAt === undefined || serviceStart === startsAt || isLater
      ? []
      : [finding(`${pointer}/arrival_time`, startsAt, serviceStart, 'when service really began')]),
    ...(departure === expectedEnd
      ? []
      : [finding(`${pointer}/departure_time`, expectedEnd, departure, 'when it really ended')]),
  ];
}

/** Returns when the route really started; undefined if the plan does not tell. */
function startOf(
  { startPlace, occurrence }: Route,
  { begun: [first, second] }: History,
  isLoading: boolean,
): number | undefined {
  if (first?.type === 'start') {
    const leftAt = isLoading ? first.startsAt : (first.endsAt ?? first.startsAt);
    // It cannot have left after it reached the next stop.
    return leftAt && Math.min(leftAt, second?.reachedAt ?? Infinity);
  }
  const isOpen = startPlace === undefined && occurrence.startPlace === undefined;
  const staysAnywhere = occurrence.vehicle.entry.shifts.some(
    ({ end_location }) => end_location === 'stay',
  );
  return isOpen && !staysAnywhere ? first?.reachedAt : undefined;
}

function checkHistory(route: Route, history: History, now: number): Finding[] {
  const { begun, isOver } = history;
  const kept = keptOf(history);
  const found = begunStopsOf(route, kept);
  const names = begun.map(({ type, entry }) => nameOf(type, entry.order_id, entry.stop_id));
  if (found === undefined) {
    const got = route.stops.map(({ raw }) => nameOf(raw.type, raw.order_id, raw.stop_id));
    return [finding(route.pointer, names, got, 'stops that had begun come first')];
  }
  // A vehicle that loads starts its route with its arrival, and loads as long as its orders take.
  const { loading, unloading } = route.occurrence.vehicle.entry;
  const isLoading = loading !== undefined;
  const handles = isLoading || unloading !== undefined;
  const lastStop = kept.findLastIndex(({ type }) => type === 'order');
  const startsAt = startOf(route, history, isLoading);
  const [start] = route.stops;
  const leavesStart = begun[0]?.type === 'start' && !isLoading;
  const startedAt = leavesStart ? start?.departure : start?.arrival;
  const after = route.stops.slice((found.at(-1)?.idx ?? 0) + 1);
  const extra = isOver ? after.filter(({ raw }) => raw.type === 'order') : [];
  return [
    ...(startsAt === undefined || start === undefined || startedAt === startsAt
      ? []
      : [finding(`${start.pointer}/departure_time`, startsAt, startedAt, 'when it left')]),
    ...found.flatMap((stop, idx) => {
      const entry = kept[idx];
      const isLast = entry === begun.at(-1) && !isOver;
      // What happened at the end of a shift is over; the route ends when its stops and the way allow it. So are reloads
      // before stops that have begun.
      const isOpen = entry?.type === 'end' || (entry?.type === 'reload' && idx < lastStop);
      if (entry === undefined || isOpen) return [];
      // A vehicle that loads reloads for as long as its orders take.
      const held = entry.type === 'reload' && handles ? { ...entry, endsAt: undefined } : entry;
      return checkTimes(stop, held, isLast ? now : -Infinity);
    }),
    ...extra.map(({ pointer, raw }) =>
      finding(pointer, 'no further stop', raw.order_id, 'the vehicle has finished its shift'),
    ),
  ];
}

export function checkNow({ problem, routes }: Checked): Finding[] {
  const { now } = problem;
  if (now === undefined) return [];
  const lost = problem.occurrences.filter(
    (each) =>
      problem.historyOf(each)?.begun.some(({ type }) => type === 'order') === true &&
      !routes.some(({ occurrence }) => occurrence === each),
  );
  return [
    ...lost.map(({ vehicle, shiftId }) =>
      finding('/routes', [vehicle.vehicleId, shiftId], null, 'a route that had begun'),
    ),
    ...routes.flatMap((route) => {
      if (route.history !== undefined) return checkHistory(route, route.history, now);
      const comment = 'nothing is planned before now';
      return route.start >= now
        ? []
        : [finding(`${route.pointer}/start_time`, now, route.start, comment)];
    }),
  ];
}
