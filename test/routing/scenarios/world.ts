/**
 * A world to plan by hand, and a notation for plans that can be written by hand.
 *
 *     z ─── y ─── x ─── d ─── a ─── b ─── c ─── e ─── f        ten minutes and ten kilometers from one to the next
 *
 * Clocks show UTC, and Monday is 2026-05-04. A vehicle costs 60 an hour, so that money equals minutes of duration; a
 * service takes ten minutes. A scenario states the plan of a request, and other requests whose plan must differ:
 * without its feature it fails. All answers are valid for the checker.
 */
import { expect } from '@jest/globals';
import { checkPlan } from '../../support/check-plan.js';
import type { TestService } from '../../support/service.js';

export const MONDAY = '2026-05-04';
export const TUESDAY = '2026-05-05';

const LINE = ['z', 'y', 'x', 'd', 'a', 'b', 'c', 'e', 'f'];
const METERS = 10_000;
const SECONDS = 600;

export const minutes = (count: number): number => 60 * count;

/** `08:10` or, with a day in front, the local time of the place. */
export const on = (clock: string, day = MONDAY): string => `${day}T${clock}`;
export const from = (clock: string, day = MONDAY) => ({ start_time: on(clock, day) });
export const until = (clock: string, day = MONDAY) => ({ end_time: on(clock, day) });
export const between = (start: string, end: string, day = MONDAY) => ({
  start_time: on(start, day),
  end_time: on(end, day),
});
export const exactly = (clock: string, day = MONDAY) => between(clock, clock, day);

/** Costs on the line: `[meters, seconds]` of a pair, by the number of steps between its places. */
export function costsOfLine(cellOf: (steps: number) => number[]): any {
  return Object.fromEntries(
    LINE.map((start, startIdx) => [
      start,
      Object.fromEntries(
        LINE.map((end, endIdx) => [end, cellOf(Math.abs(startIdx - endIdx))] as const),
      ),
    ]),
  );
}

export const LINE_MATRIX = {
  traffic_windows: [
    { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
  ],
  travel_costs: costsOfLine((steps) => [steps * METERS, steps * SECONDS]),
};

export const locations = (timeZone = 'Etc/UTC', fields: Record<string, object> = {}): any[] =>
  LINE.map((place, idx) => ({
    location_id: place,
    latitude: 51,
    longitude: idx / 10,
    time_zone: timeZone,
    ...fields[place],
  }));

export const shift = (fields: object = {}): any => ({
  shift_id: 'day',
  start_location: 'd',
  end_location: 'd',
  start_time: on('08:00'),
  end_time: on('17:00'),
  ...fields,
});

export const vehicle = (fields: object = {}, shiftFields: object = {}): any => ({
  vehicle_id: 'v',
  costs: { per_hour: 60 },
  shifts: [shift(shiftFields)],
  ...fields,
});

/** An order named after its place, unless it has another name. */
export const order = (location: string, fields: object = {}): any => ({
  order_id: location,
  location,
  duration: minutes(10),
  ...fields,
});

export type Request = Record<string, any>;

/** One vehicle and no order. Each given field replaces the whole field. */
export function request(fields: object = {}): Request {
  return {
    locations: locations(),
    vehicles: [vehicle()],
    orders: [],
    travel: { matrix: LINE_MATRIX },
    ...fields,
    options: {
      max_iterations: 200,
      geometry: 'none',
      ...('options' in fields ? Object(fields.options) : {}),
    },
  };
}

/** Prefers the cheapest plan, however many vehicles it needs. */
export const CHEAPEST = { minimize: ['unserved', 'cost'] };

export type Plan = {
  /** By vehicle, shift (unless `day`) and date (unless Monday): `order place arrival-departure`, with other stops. */
  routes: Record<string, string[]>;
  cost: number;
  /** Codes of reasons, by order. */
  unserved: Record<string, string[]>;
};

export const plan = (
  routes: Plan['routes'],
  cost: number,
  unserved: Plan['unserved'] = {},
): Plan => ({ routes, cost, unserved });

export async function answerTo(service: TestService, asked: Request): Promise<any> {
  const { body, status } = await service.postPlan(asked);
  if (status !== 200) throw new Error(JSON.stringify(body, null, 1));
  await checkPlan(service, asked, body);
  return body;
}

/** Checks the plan of a request, and that the requests in `others`, which lack the feature, have different plans. */
export async function expectPlan(
  service: TestService,
  asked: Request,
  expected: Plan,
  ...others: Request[]
): Promise<any> {
  const body = await answerTo(service, asked);
  expect(planOf(body)).toEqual(expected);
  for (const other of others) {
    expect(planOf(await answerTo(service, other))).not.toEqual(expected);
  }
  return body;
}

export function planOf(body: any): Plan {
  return {
    routes: Object.fromEntries(body.routes.map((route: any) => [nameOf(route), stopsOf(route)])),
    cost: body.statistics.cost.total,
    unserved: Object.fromEntries(
      body.unserved.map(({ order_id, visits, reasons }: any) => [
        visits === undefined ? order_id : `${order_id}#${visits.join(',')}`,
        [...new Set(reasons.map(({ code }: any) => code))],
      ]),
    ),
  };
}

function nameOf({ vehicle_id, shift_id, date }: any): string {
  return [
    vehicle_id,
    ...(shift_id === 'day' ? [] : [shift_id]),
    ...(date === MONDAY ? [] : [date.slice(5)]),
  ].join(' ');
}

function stopsOf({ date, stops }: any): string[] {
  return stops.map((stop: any) => {
    const arrival = clockOf(stop.arrival_time, date);
    if (stop.type === 'start' || stop.type === 'end') return `${stop.location_id} ${arrival}`;
    const name = [stop.order_id, stop.stop_id].filter((each) => each !== undefined).join('/');
    const visit = stop.visit === undefined ? '' : `#${stop.visit}`;
    const notes = [
      ...(stop.waiting_duration === 0 ? [] : [` waits ${stop.waiting_duration / 60}`]),
      ...(stop.setup_duration === 0 ? [] : [` sets up ${stop.setup_duration / 60}`]),
    ].join('');
    const place = stop.location_id ?? 'road';
    return `${name === '' ? 'rest' : name}${visit} ${place} ${arrival}-${clockOf(stop.departure_time, date)}${notes}`;
  });
}

/** The local time; `+1` before it means the day after that of the shift. */
function clockOf(time: string, date: string): string {
  const days = (Date.parse(time.slice(0, 10)) - Date.parse(date)) / 86_400_000;
  const clock = time.slice(11, 19).replace(/:00$/, '');
  return days === 0 ? clock : `+${days} ${clock}`;
}
