/**
 * What had happened of the given plan at `now`: the stops that the vehicle had made or reached, the one that it was
 * driving to, and breaks that had begun. They stay as the plan states them.
 */
import { type PlanStop, type RoutingRequest, type TimeText } from '../contract.js';
import { instantOf, readInstant } from '../time/instant.js';
import { type Order } from './orders.js';
import { plannedRoute } from './planned.js';
import { type Occurrence } from './shifts.js';

export type BegunStop = {
  type: string;
  entry: PlanStop;
  /** The start of service and the departure; undefined if the plan does not state them. */
  startsAt: number | undefined;
  endsAt: number | undefined;
  reachedAt: number | undefined;
};

export type History = {
  /** In the order of the plan. */
  begun: readonly BegunStop[];
  /** The vehicle has reached its end or is on its way there, or it has made all its stops and its shift has ended. */
  isOver: boolean;
};

/** Returns the current time. Undefined: everything may still be planned, or the plan is judged regardless of it. */
export function nowOf({ options = {} }: RoutingRequest, zone: string): number | undefined {
  if (options.now === undefined || options.mode === 'check') return undefined;
  return readInstant(options.now, zone)?.instant;
}

const typeOf = ({ type = 'order' }: PlanStop): string => type;

type Day = {
  request: RoutingRequest;
  orders: ReadonlyMap<string, Order>;
  now: number | undefined;
};

/** Returns what has begun of the route of a shift; undefined if nothing has. */
export function historyOf(
  occurrence: Occurrence,
  { request, orders, now }: Day,
): History | undefined {
  const route = plannedRoute(request, occurrence);
  if (now === undefined || route === undefined) return undefined;
  const isLoading = occurrence.vehicle.entry.loading !== undefined;
  const stops = route.stops.map((entry): BegunStop => {
    const order = orders.get(entry.order_id ?? '');
    const task = order?.tasks.find(({ stopId }) => stopId === entry.stop_id) ?? order?.tasks[0];
    const zone = task?.places[0]?.place.zone ?? occurrence.zone;
    const at = (time: TimeText | undefined): number | undefined =>
      time === undefined ? undefined : instantOf(time, zone);
    const reachedAt = at(entry.arrival_time);
    const { waiting_duration = 0, setup_duration = 0, duration } = entry;
    const startsAt = reachedAt && reachedAt + waiting_duration + setup_duration;
    const doneAt = startsAt && duration !== undefined ? startsAt + duration : undefined;
    const endsAt = at(entry.departure_time) ?? doneAt;
    return { type: typeOf(entry), entry, startsAt, endsAt, reachedAt };
  });
  const hasBegun = stops.map(({ type, entry, reachedAt, endsAt }, idx) => {
    const leftAt = stops[idx - 1]?.endsAt;
    if (type === 'start') return ((isLoading ? reachedAt : endsAt) ?? reachedAt ?? Infinity) < now;
    const isDone = type === 'order' && entry.lock === 'time' && reachedAt === undefined;
    return isDone || (reachedAt ?? Infinity) <= now || (leftAt ?? Infinity) < now;
  });
  const last = hasBegun.lastIndexOf(true);
  if (last === -1) return undefined;
  const begun = stops.slice(0, last + 1);
  const hasEnded =
    occurrence.latestEnd <= now && !stops.slice(last + 1).some(({ type }) => type === 'order');
  return { begun, isOver: hasEnded || begun.some(({ type }) => type === 'end') };
}

/** Returns the shift from `now` on. Undefined: it cannot be used any more. */
export function fromNowOn(occurrence: Occurrence, now: number | undefined): Occurrence | undefined {
  if (now === undefined) return occurrence;
  const { latestEnd, latestStart = Infinity, start } = occurrence;
  const isMissed = latestEnd <= now || latestStart < now;
  return isMissed ? undefined : { ...occurrence, start: Math.max(start, now) };
}
