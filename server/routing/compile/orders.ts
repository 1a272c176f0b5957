/**
 * Orders, visits, stops and options of the problem: each visit of a periodic order by itself, windows as instants.
 *
 * The span and the allowed weekdays of a visit apply to its first service. If it is known which stop comes first, its
 * windows are cut to them. Otherwise the windows of all stops begin with the span, and the weekdays are a rule. A
 * given plan may make another stop first than it should, or a visit on other days than those of its order.
 */
import { DAY_SECONDS } from '../../time/index.js';
import type { Names } from '../names.js';
import type {
  OptionMessage,
  OrderMessage,
  StopMessage,
  VisitMessage,
  WindowMessage,
} from '../problem.js';
import {
  cut,
  maskOf,
  intervalsOf,
  isInside,
  merge,
  openIn,
  scaledAmount,
  spansOf,
  type Interval,
  type Place,
  type ReadOrder,
  type ReadRequest,
  type ReadStop,
} from '../read/index.js';
import type { VisitsEntry } from '../schema/index.js';
import type { ClockTable } from './clocks.js';
import type { Fleet } from './fleet.js';
import { createLoadClasses } from './load-classes.js';
import { daysOf, openAround, openFromStart, openings, type Opening } from './openings.js';
import { orderedOtherwise, soleFirstStop, visitsOutsideTheirTimes } from './planned-visits.js';
import { windowMessage } from './windows.js';

export type CompiledOrders = {
  orders: OrderMessage[];
  visits: VisitMessage[];
  stops: StopMessage[];
  options: OptionMessage[];
  incompatibleLoadTypes: number[][];
  orderNames: Names['orders'];
  stopNames: Names['stops'];
};

type Context = {
  read: ReadRequest;
  clocks: ClockTable;
  fleet: Fleet;
  attributeIdx: (name: string) => number;
  /** Mode `check`: the plan may lie at any time, so windows are not cut; the rules check days and weeks. */
  isJudged: boolean;
  /** Mode `insert`: routes of the plan stay even if they miss windows that closed before the period. */
  isKept: boolean;
};

export function compileOrders(context: Context): CompiledOrders {
  const { read, isJudged, isKept } = context;
  const loadClasses = createLoadClasses(read.orders);
  const visits: VisitMessage[] = [];
  const stops: StopMessage[] = [];
  const options: OptionMessage[] = [];
  const stopNames: Names['stops'][number][] = [];
  const [whole, fromStart] = [
    openings(openAround, read.period),
    openings(openFromStart, read.period),
  ];
  const planned = new Set(read.routes.flatMap((route) => route.stops.map((it) => it.orderIdx)));
  const otherwise = orderedOtherwise(read);
  const outside = isKept ? visitsOutsideTheirTimes(read) : new Map<number, ReadonlySet<number>>();
  const templatesOf = (order: ReadOrder, firstStop: number | undefined, isWhole: boolean) =>
    order.stops.map((stop, position) => {
      const opening = { ...(isWhole ? whole : fromStart), isWhole };
      return stopTemplate(stop, position === firstStop, order, context, opening);
    });
  const orders = read.orders.map((order, orderIdx): OrderMessage => {
    const firstVisit = visits.length;
    const firstStop = isJudged || otherwise.has(orderIdx) ? undefined : soleFirstStop(order);
    const isWhole =
      isJudged || (isKept && planned.has(orderIdx) && order.entry.visits === undefined);
    const templates = templatesOf(order, firstStop, isWhole);
    // Rules, not windows, tell that these visits are on other days, and windows before the period how late they are.
    const kept = outside.get(orderIdx);
    const keptTemplates = kept === undefined ? templates : templatesOf(order, undefined, true);
    for (const span of spansOf(order, read.period)) {
      for (let count = 0; count < span.visitCount; count += 1) {
        const visitIdx = visits.length;
        const first = stops.length;
        const isOutside = kept?.has(visitIdx - firstVisit + 1) === true;
        (isOutside ? keptTemplates : templates).forEach(
          ({ stop, load, optionsDuring, whyClosedDuring }) => {
            const firstOption = options.length;
            options.push(...optionsDuring(span));
            stops.push({
              visit: visitIdx,
              kind: stop.kind,
              load,
              after: stop.after.map((position) => first + position),
              options: [firstOption, options.length],
            });
            const { stopId, kind } = stop;
            const isClosed = options
              .slice(firstOption)
              .every(({ windows }) => windows.length === 0);
            const names = stopId === undefined ? { kind } : { stopId, kind };
            const closed = isClosed ? whyClosedDuring(span) : undefined;
            stopNames.push(closed === undefined ? names : { ...names, closed });
          },
        );
        visits.push({
          order: orderIdx,
          number: visitIdx - firstVisit + 1,
          span: windowMessage(span),
          stops: [first, stops.length],
          release_at: leavesWithLoad(order) ? (order.releaseAt ?? null) : null,
        });
      }
    }
    const visitRange = [firstVisit, visits.length] as const;
    const restrictsDays = firstStop === undefined || kept !== undefined;
    return orderMessage(order, visitRange, loadClasses.classOf(order), restrictsDays, context);
  });

  return {
    ...{ orders, visits, stops, options, stopNames },
    incompatibleLoadTypes: loadClasses.incompatible,
    orderNames: read.orders.map(({ entry }) => {
      const names = {
        orderId: entry.order_id,
        unservedCost: entry.unserved_cost ?? 0,
        mandatory: entry.mandatory ?? true,
        periodic: entry.visits !== undefined,
      };
      return entry.metadata === undefined ? names : { ...names, metadata: entry.metadata };
    }),
  };
}

type Closed = Names['stops'][number]['closed'];

/** Returns why a visit's stop never opens: `days` and `span` are those of the visit. */
function whyClosed(
  { options }: ReadStop,
  period: Interval,
  days: readonly Interval[],
  span: Interval,
): Closed {
  const opened = options.map(({ windows, place }) => ({
    own: openIn(windows, period),
    ofPlace: openIn(place.windows, period),
  }));
  const both = opened.map(({ own, ofPlace }) => cut(own, ofPlace));
  if (both.every((each) => each.length === 0)) {
    const isApart = opened.some(({ own, ofPlace }) => own.length > 0 && ofPlace.length > 0);
    return isApart ? 'apart' : closedWindows(options, period);
  }
  const onDays = both.map((each) => cut(each, days));
  if (onDays.every((each) => each.length === 0)) return 'weekdays';
  if (onDays.every((each) => cut(each, [span]).length === 0)) return 'per';
  return closedWindows(options, period);
}

/** Returns the windows of a stop that never opens in the period: dated ones, and recurring ones within a week of it. */
function closedWindows(options: ReadStop['options'], period: Interval): WindowMessage[] {
  const week = 7 * DAY_SECONDS;
  const around = { startAt: period.startAt - week, endAt: period.endAt + week };
  const opened = (windows: Place['windows']): Interval[] | undefined =>
    windows === undefined
      ? undefined
      : merge(windows.flatMap((window) => intervalsOf(window, around)));
  return options.flatMap(({ windows, place }) => {
    const [own, ofPlace] = [opened(windows), opened(place.windows)];
    const both =
      own === undefined || ofPlace === undefined ? (own ?? ofPlace ?? []) : cut(own, ofPlace);
    return both.map(windowMessage);
  });
}

/** Whether the order is loaded at the start or at a reload, so that its release time applies to the departure there. */
const leavesWithLoad = ({ stops }: ReadOrder): boolean =>
  stops.every(({ kind }) => kind === 'dropoff');

type StopTemplate = {
  stop: ReadStop;
  load: number[];
  optionsDuring: (span: Interval) => OptionMessage[];
  whyClosedDuring: (span: Interval) => Closed;
};

function stopTemplate(
  stop: ReadStop,
  isFirst: boolean,
  order: ReadOrder,
  { read: { dimensions, period } }: Context,
  { openOf, openAtPlace, isWhole }: Opening,
): StopTemplate {
  const { entry, clock, releaseAt } = order;
  const isReleased = stop.kind === 'dropoff' || releaseAt === undefined;
  const earliest = isReleased ? -Infinity : releaseAt;
  const weekdays = isFirst ? entry.visits?.weekdays : undefined;
  const days = daysOf(weekdays, clock, period);
  const opened = stop.options.map(({ place, windows }) => ({
    place,
    open: cut(cut(openOf(windows), openAtPlace(place)), days),
  }));
  // The end of the period binds routes, like those of shifts.
  const endOf = ({ endAt }: Interval): number =>
    isFirst && endAt < period.endAt ? endAt : Infinity;
  return {
    stop,
    // A service loads nothing.
    load: dimensions.map((dimension) =>
      stop.kind === 'service' ? 0 : scaledAmount(amountOf(stop, dimension.name), dimension),
    ),
    optionsDuring: (span) => {
      const binding = {
        startAt: isWhole ? earliest : Math.max(span.startAt, earliest),
        endAt: endOf(span),
      };
      const softWindows = softWindowsNear(stop, period, span);
      return opened.map(({ place, open }) => ({
        place: place.idx,
        service_seconds: stop.serviceSeconds,
        setup_seconds: entry.setup_duration ?? 0,
        windows: cut(open, binding.startAt <= binding.endAt ? [binding] : []).map(windowMessage),
        soft_windows: softWindows,
      }));
    },
    whyClosedDuring: (span) =>
      whyClosed(stop, period, days, { startAt: span.startAt, endAt: endOf(span) }),
  };
}

/** A caller may name a dimension like something that every object inherits, such as `constructor`. */
const amountOf = ({ load }: ReadStop, name: string): number =>
  Object.hasOwn(load, name) ? (load[name] ?? 0) : 0;

/** A recurring window occurs at least once a week, so the nearest one is never farther away than this. */
const NEAR_SECONDS = 8 * DAY_SECONDS;

/** Returns the soft windows that may be the nearest to a start within the span, ascending and not cut to the period. */
function softWindowsNear(
  { softWindows }: ReadStop,
  period: Interval,
  span: Interval,
): OptionMessage['soft_windows'] {
  if (softWindows.length === 0) return [];
  const near = softWindows.flatMap(({ window, costPerHourEarly, costPerHourLate }) => {
    const all = intervalsOf(window, period);
    const close = all.filter(
      ({ startAt, endAt }) =>
        endAt >= span.startAt - NEAR_SECONDS && startAt <= span.endAt + NEAR_SECONDS,
    );
    const kept = window.kind === 'dated' || close.length === 0 ? all : close;
    return kept.map((interval) => ({ interval, costPerHourEarly, costPerHourLate }));
  });
  return near
    .toSorted((a, b) => startOrder(a.interval, b.interval))
    .map(({ interval, costPerHourEarly, costPerHourLate }) => ({
      window: windowMessage(interval),
      cost_per_hour_early: costPerHourEarly,
      cost_per_hour_late: costPerHourLate,
    }));
}

/** Compares instead of subtracting: the difference of two open starts is NaN. */
const startOrder = (a: Interval, b: Interval): number =>
  Number(a.startAt > b.startAt) - Number(a.startAt < b.startAt);

function orderMessage(
  order: ReadOrder,
  visits: readonly [number, number],
  loadType: number | null,
  restrictsDays: boolean,
  { read, fleet, attributeIdx, clocks }: Context,
): OrderMessage {
  const { entry } = order;
  const vehiclesOf = (named: ReadOrder['allowed']): number[] =>
    named.length === 0 ? [] : [...new Set(named.flatMap(fleet.vehiclesNamed))];
  return {
    mandatory: entry.mandatory ?? true,
    priority: entry.priority ?? 0,
    unserved_cost: entry.unserved_cost ?? 0,
    visits,
    required_attributes: (entry.required_attributes ?? []).map(attributeIdx),
    any_of_attributes: (entry.any_of_attributes ?? []).map((group) => group.map(attributeIdx)),
    forbidden_attributes: (entry.forbidden_attributes ?? []).map(attributeIdx),
    allowed_vehicles: order.allowed.length === 0 ? null : vehiclesOf(order.allowed),
    forbidden_vehicles: vehiclesOf(order.forbidden),
    preferred_vehicles: preferredVehicles(order, read, fleet),
    ride_seconds_max: entry.max_ride_duration ?? null,
    load_order: entry.load_order ?? 'any',
    load_type: loadType,
    ...(entry.route_position === 'first' || entry.route_position === 'last'
      ? { route_position: entry.route_position }
      : {}),
    rules: rulesOf(order, restrictsDays, { clocks, read }),
  };
}

const hasTerritory = ({ entry }: ReadRequest['vehicles'][number]): boolean =>
  entry.territory !== undefined;

/** A cost for one copy overrides the cost for all copies. The cost of leaving a territory is added to it. */
function preferredVehicles(
  order: ReadOrder,
  { vehicles }: ReadRequest,
  { vehiclesNamed }: Fleet,
): OrderMessage['preferred_vehicles'] {
  const { preferred } = order;
  if (preferred.length === 0 && !vehicles.some(hasTerritory)) return [];
  const costs = new Map<number, number>();
  const ofAllFirst = preferred.toSorted(
    (a, b) => Number(a.vehicle.copyIdx !== undefined) - Number(b.vehicle.copyIdx !== undefined),
  );
  for (const { vehicle, cost } of ofAllFirst) {
    for (const vehicleIdx of vehiclesNamed(vehicle)) costs.set(vehicleIdx, cost);
  }
  vehicles.forEach(({ entry: { territory } }, vehicleIdx) => {
    if (territory === undefined || isInside(territory.area, order)) return;
    for (const copy of vehiclesNamed({ vehicleIdx, copyIdx: undefined })) {
      costs.set(copy, (costs.get(copy) ?? 0) + territory.outside_cost);
    }
  });
  return [...costs];
}

/**
 * The default cost of another vehicle where the same vehicle is preferred: this much driving of the most expensive one.
 * Without a cost, the preference would only break ties, and routes of equal cost are rare.
 */
const USUAL_DETOUR = { hours: 0.25, kilometers: 5 } as const;

/** Returns the cost of each vehicle beyond the first that makes visits of the order. */
function otherVehicleCostOf(
  { same_vehicle, other_vehicle_cost }: VisitsEntry,
  { vehicles }: ReadRequest,
): number {
  if (same_vehicle !== 'preferred') return 0;
  if (other_vehicle_cost !== undefined) return other_vehicle_cost;
  const costs = vehicles.map(
    ({ entry: { costs: { per_hour = 0, per_kilometer = 0 } = {} } }) =>
      USUAL_DETOUR.hours * per_hour + USUAL_DETOUR.kilometers * per_kilometer,
  );
  return costs.reduce((most, cost) => Math.max(most, cost), 0);
}

function rulesOf(
  { entry, clock }: ReadOrder,
  restrictsDays: boolean,
  { clocks, read }: { clocks: ClockTable; read: ReadRequest },
): OrderMessage['rules'] {
  const { visits } = entry;
  if (visits === undefined) return null;
  const { period } = read;
  const otherVehicleCost = otherVehicleCostOf(visits, read);
  const { weekdays, day_patterns = [] } = visits;
  return {
    clock: clocks.idxOf(clock),
    days_between_min: visits.min_days_between ?? 1,
    days_between_max: visits.max_days_between ?? null,
    days: daysOf(visits.weekdays, clock, period).map(windowMessage),
    // If it is known which stop comes first, its windows already contain the weekdays.
    ...(restrictsDays && weekdays !== undefined ? { weekdays: maskOf(weekdays) } : {}),
    day_patterns: day_patterns.map(maskOf),
    ...(visits.same_weekdays === true ? { weekday_count_max: visits.count } : {}),
    same_vehicle: visits.same_vehicle ?? 'free',
    ...(otherVehicleCost === 0 ? {} : { other_vehicle_cost: otherVehicleCost }),
    time_of_day_tolerance_seconds: visits.same_time_tolerance ?? null,
    partial: visits.partial ?? false,
  };
}
