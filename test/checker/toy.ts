/**
 * A world small enough to plan by hand: any two of its places are 600 s and 5,000 m apart, all of them in Berlin.
 *
 * `toyResponse` adds up what is written down step by step; it knows no rule. The test provides times, loads and
 * `latest` starts, so that a reader can redo them. Monday is 2026-05-04.
 */
import { expect } from '@jest/globals';
import { checkSolution, type RoutingRequest, type TravelTable } from '../support/checker/index.js';

export const PLACES = ['d', 'a', 'b', 'c', 'e'];
export const MONDAY = '2026-05-04';
const LEG_SECONDS = 600;
const LEG_METERS = 5000;

const pairs = (cell: number[]): Record<string, Record<string, number[]>> =>
  Object.fromEntries(
    PLACES.map((from) => [from, Object.fromEntries(PLACES.map((to) => [to, cell]))]),
  );

const table: TravelTable = {
  traffic_windows: [
    { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
  ],
  travel_costs: pairs([LEG_METERS, LEG_SECONDS]),
  weekend_travel_costs: pairs([LEG_METERS, LEG_SECONDS]),
};
export const TRAVEL = { car: table };

export const latitudeOf = (place: string): number => 52.5 + PLACES.indexOf(place) / 100;

/** One vehicle with one shift from 08:00 to 17:00, from and to `d`. Each given field replaces the whole field. */
export function toyRequest(fields: Record<string, unknown> = {}): any {
  return {
    locations: PLACES.map((place) => ({
      location_id: place,
      latitude: latitudeOf(place),
      longitude: 13.4,
      time_zone: 'Europe/Berlin',
    })),
    vehicles: [toyVehicle()],
    orders: [
      { order_id: 'o1', location: 'a', duration: 300 },
      { order_id: 'o2', location: 'b', duration: 300 },
    ],
    options: { geometry: 'none' },
    ...fields,
  };
}

export const toyVehicle = (fields: object = {}, shiftFields: object = {}): any => ({
  vehicle_id: 'v1',
  shifts: [
    {
      shift_id: 'mon',
      start_location: 'd',
      end_location: 'd',
      start_time: `${MONDAY}T08:00`,
      end_time: `${MONDAY}T17:00`,
      ...shiftFields,
    },
  ],
  ...fields,
});

export type ToyStep = {
  at: string;
  order?: string;
  visit?: number;
  /** The stop in the response: a stop of an order, a break, or a reload. */
  stop?: string;
  type?: 'break' | 'soft_break' | 'reload' | 'start' | 'end';
  kind?: 'pickup' | 'service';
  wait?: number;
  setup?: number;
  duration?: number;
  /** Load on departure. */
  load?: Record<string, number>;
  lateness?: number;
  earliness?: number;
  /** Latest start of service, as local time. */
  latest?: string;
};

export type ToyRoute = {
  vehicle?: string;
  shift?: string;
  date?: string;
  leave: string;
  steps: ToyStep[];
  startLoad?: Record<string, number>;
  /** End of the shift including overtime; `over` is the end without it. */
  until?: string;
  over?: string;
  isOpenStart?: boolean;
  isOpenEnd?: boolean;
  cost?: Record<string, number>;
  /** Soft breaks that are left out. */
  skipped?: string[];
};

/** A window on Monday. */
export const dated = (start: string, end: string): object => ({
  start_time: `${MONDAY}T${start}`,
  end_time: `${MONDAY}T${end}`,
});

const OFFSET_SECONDS = 7200; // Berlin in May

export const at = (date: string, clock: string): number =>
  Date.parse(`${date}T${clock.length === 5 ? `${clock}:00` : clock}Z`) / 1000 - OFFSET_SECONDS;

export const iso = (instant: number): string =>
  new Date((instant + OFFSET_SECONDS) * 1000).toISOString().replace('.000Z', '+02:00');

function maxLoads(loads: Record<string, number>[]): Record<string, number> {
  const most: Record<string, number> = {};
  for (const load of loads) {
    for (const [name, amount] of Object.entries(load))
      most[name] = Math.max(most[name] ?? 0, amount);
  }
  return most;
}

function toyRouteOf(route: ToyRoute): any {
  const { vehicle = 'v1', shift = 'mon', date = MONDAY, until = '17:00', over = until } = route;
  const steps: ToyStep[] = [
    ...(route.isOpenStart === true
      ? []
      : [{ at: 'd', type: 'start' as const, load: route.startLoad ?? {} }]),
    ...route.steps,
  ];
  if (route.isOpenEnd !== true) {
    steps.push({ at: 'd', type: 'end', load: steps.at(-1)?.load ?? {} });
  }
  let now = at(date, route.leave);
  let here = steps[0]?.at;
  const stops = steps.map((step, sequence) => {
    const { wait = 0, setup = 0, duration = 0 } = step;
    const isLeg = step.at !== here;
    here = step.at;
    const arrival = now + (isLeg ? LEG_SECONDS : 0);
    now = arrival + wait + setup + duration;
    return {
      sequence,
      type: step.type ?? 'order',
      location_id: step.at,
      latitude: latitudeOf(step.at),
      longitude: 13.4,
      ...(step.order === undefined ? {} : { order_id: step.order, kind: step.kind ?? 'dropoff' }),
      ...(step.visit === undefined ? {} : { visit: step.visit }),
      ...(step.stop === undefined ? {} : { stop_id: step.stop }),
      arrival_time: iso(arrival),
      waiting_duration: wait,
      setup_duration: setup,
      service_start_time: iso(now - duration),
      duration,
      departure_time: iso(now),
      travel_duration: isLeg ? LEG_SECONDS : 0,
      travel_distance: isLeg ? LEG_METERS : 0,
      load_after: step.load ?? {},
      earliness: step.earliness ?? 0,
      lateness: step.lateness ?? 0,
      slack: 0,
    };
  });
  // Slack: the delay that each later stop, and the end of the shift, allows after the waiting before it is used up.
  const end = now;
  stops.forEach((stop, idx) => {
    let waited = 0;
    let slack = Infinity;
    steps.slice(idx).forEach(({ latest, wait = 0, duration = 0 }, further) => {
      waited += wait;
      const leave = Date.parse(stops[idx + further]?.departure_time ?? '') / 1000;
      if (latest !== undefined) {
        slack = Math.min(slack, at(date, latest) - (leave - duration) + waited);
      }
    });
    stop.slack = Math.min(slack, at(date, until) - end + waited);
  });

  const sum = (amount: (stop: (typeof stops)[number]) => number): number =>
    stops.reduce((total, stop) => total + amount(stop), 0);
  const isRest = (type: string): boolean => type === 'break' || type === 'soft_break';
  const orders = stops.filter(({ type }) => type === 'order');
  const start = at(date, route.leave);
  return {
    vehicle_id: vehicle,
    shift_id: shift,
    date,
    start_time: iso(start),
    end_time: iso(end),
    stops,
    skipped_soft_breaks: route.skipped ?? [],
    statistics: {
      distance: sum((stop) => stop.travel_distance),
      duration: end - start,
      driving_duration: sum((stop) => stop.travel_duration),
      service_duration: sum(
        (stop) => stop.setup_duration + (isRest(stop.type) ? 0 : stop.duration),
      ),
      waiting_duration: sum((stop) => stop.waiting_duration),
      break_duration: sum((stop) => (isRest(stop.type) ? stop.duration : 0)),
      overtime: Math.max(0, end - at(date, over)),
      earliness: sum((stop) => stop.earliness),
      lateness: sum((stop) => stop.lateness),
      orders: new Set(orders.map((stop) => `${stop.order_id} ${stop.visit ?? 1}`)).size,
      stops: orders.length,
      max_load: maxLoads(stops.map((stop) => stop.load_after)),
      cost: route.cost ?? { total: 0 },
    },
  };
}

export type ToyUnserved = {
  order_id: string;
  visits?: number[];
  cost?: number;
  reasons?: { code: string; vehicle_id?: string; shift_id?: string }[];
  mandatory?: boolean;
};

export function toyResponse(toyRoutes: ToyRoute[], unserved: ToyUnserved[] = []): any {
  const routes = toyRoutes.map(toyRouteOf);
  const total = (name: string): number =>
    routes.reduce((sum: number, route) => sum + Number(route.statistics[name]), 0);
  const costs: Record<string, number> = {};
  for (const { cost } of routes.map(({ statistics }) => statistics)) {
    for (const [name, amount] of Object.entries<number>(cost)) {
      costs[name] = (costs[name] ?? 0) + amount;
    }
  }
  const unservedCost = unserved.reduce((sum, { cost = 0 }) => sum + cost, 0);
  const names = [
    'distance',
    'duration',
    'driving_duration',
    'service_duration',
    'waiting_duration',
  ];
  return {
    status: unserved.some(({ mandatory = true }) => mandatory) ? 'Partial' : 'Ok',
    routes,
    unserved: unserved.map(({ order_id, visits, cost = 0, reasons }) => ({
      order_id,
      ...(visits === undefined ? {} : { visits }),
      cost,
      reasons: reasons ?? [{ code: 'not_found_in_time' }],
    })),
    statistics: {
      ...Object.fromEntries(
        [...names, 'break_duration', 'overtime', 'earliness', 'lateness', 'stops'].map((name) => [
          name,
          total(name),
        ]),
      ),
      cost: { ...costs, unserved: unservedCost, total: (costs['total'] ?? 0) + unservedCost },
      vehicles: new Set(routes.map(({ vehicle_id }) => vehicle_id)).size,
      shifts: routes.length,
      orders_served: total('orders'),
      search: { iterations: 0, duration: 0, improvements: [] },
    },
    warnings: [],
  };
}

/** Increases a figure of a response. */
export function raise(figures: Record<string, any>, name: string, by = 1): void {
  figures[name] = Number(figures[name]) + by;
}

/** `code pointer` of each finding. */
export const found = (
  request: RoutingRequest,
  response: any,
  travel: Record<string, TravelTable> = TRAVEL,
): string[] =>
  checkSolution(request, response, travel)
    .map(({ code, pointer }) => `${code} ${pointer}`)
    .sort();

export type Change = {
  /** The fault of this change. */
  name: string;
  change: (request: any, response: any) => void;
  expected: string[];
};

/** Checks a valid plan, and changes of it, each of which has one fault. */
export function expectOnly(
  { request, response }: { request: any; response: any },
  changes: readonly Change[],
  travel: Record<string, TravelTable> = TRAVEL,
): void {
  expect(found(request, response, travel)).toEqual([]);
  for (const { name, change, expected } of changes) {
    const changed = structuredClone({ request, response });
    change(changed.request, changed.response);
    expect([name, found(changed.request, changed.response, travel)]).toEqual([name, expected]);
  }
}
