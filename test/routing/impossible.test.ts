/**
 * Random requests, each impossible in one known way: the reason must name exactly that cause, and the change that is
 * suggested must let the order be served.
 *
 * Places and clocks are those of `scenarios/world.ts`: ten minutes and ten kilometers from one place to the next.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { withSuggestion } from '../support/apply-suggestion.js';
import type { RoutingRequest } from '../support/checker/contract.js';
import { createRandom, type Random } from '../support/draw/index.js';
import { startTestService, type TestService } from '../support/service.js';
import {
  answerTo,
  between,
  exactly,
  LINE_MATRIX,
  locations,
  minutes,
  MONDAY,
  on,
  order,
  request,
  shift,
  TUESDAY,
  vehicle,
  type Request,
} from './scenarios/world.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ credits: 1_000_000 });
});
afterAll(() => service.stop());

const EACH = 5;
const PLACES = ['z', 'y', 'x', 'a', 'b', 'c', 'e', 'f'];

/** Orders that every vehicle can serve, in any order, within a day. */
const easy = (random: Random): any[] =>
  random.draw(PLACES, random.between(1, 4)).map((place) => order(place));
/** The order that must be left out. */
const odd = (place: string, fields: object): any => order(place, { order_id: 'odd', ...fields });
/** An order that must be served before others. */
const held = { order_id: 'held', priority: 9 };
const far = (random: Random): string => random.pick(['z', 'y', 'e', 'f']);

/** The local time on Monday that is this many seconds after midnight. */
const clock = (second: number): string =>
  new Date(Date.parse(`${MONDAY}T00:00:00Z`) + 1000 * second).toISOString().slice(0, 19);

const fleetOf = (random: Random, fields: object = {}, shiftFields: object = {}): any[] =>
  Array.from({ length: random.between(1, 3) }, (_, idx) =>
    vehicle({ vehicle_id: `v${idx}`, ...fields }, shiftFields),
  );

type Draw = (random: Random) => { orders: any[]; vehicles: any[] } & Request;

const KINDS: Record<string, Draw> = {
  capacity: (random) => {
    const room = random.between(5, 20);
    const load = { boxes: room + random.between(1, 9) };
    return {
      orders: [...easy(random), odd(far(random), { load })],
      vehicles: fleetOf(random, { capacity: { boxes: room } }),
    };
  },
  attribute_missing: (random) => ({
    orders: [...easy(random), odd(far(random), { required_attributes: ['cold'] })],
    vehicles: fleetOf(random, { attributes: ['dry'] }),
  }),
  attribute_forbidden: (random) => ({
    orders: [...easy(random), odd(far(random), { forbidden_attributes: ['open'] })],
    vehicles: fleetOf(random, { attributes: ['open'] }),
  }),
  vehicle_not_allowed: (random) => {
    const vehicles = fleetOf(random);
    const forbidden_vehicles = vehicles.map(({ vehicle_id }) => vehicle_id);
    return { orders: [...easy(random), odd(far(random), { forbidden_vehicles })], vehicles };
  },
  time_window: (random) => {
    // A single vehicle for two simultaneous orders.
    const at = on(`${random.between(10, 14)}:00`).slice(-5);
    return {
      orders: [
        order('a', { time_windows: [exactly(at)] }),
        odd(far(random), { time_windows: [exactly(at)] }),
      ],
      vehicles: [vehicle()],
    };
  },
  outside_period: (random) => ({
    orders: [
      ...easy(random),
      odd(far(random), { time_windows: [between('09:00', '16:00', TUESDAY)] }),
    ],
    vehicles: fleetOf(random),
  }),
  shift_time: (random) => ({
    orders: [...easy(random), odd(far(random), { duration: minutes(60 * random.between(9, 20)) })],
    vehicles: fleetOf(random),
  }),
  duration: (random) => ({
    orders: [odd(far(random), { duration: minutes(random.between(150, 300)) })],
    vehicles: fleetOf(random, { limits: { duration: minutes(120) } }),
  }),
  driving_duration: (random) => ({
    orders: [odd(far(random), {})],
    vehicles: fleetOf(random, { limits: { driving_duration: minutes(random.between(10, 39)) } }),
  }),
  distance: (random) => ({
    orders: [order('a'), odd(far(random), {})],
    vehicles: fleetOf(random, { limits: { distance: 1000 * random.between(20, 39) } }),
  }),
  stops: (random) => ({
    orders: [order('a'), order('b'), odd(far(random), { mandatory: true })],
    vehicles: [vehicle({ limits: { stops: 2 } })],
  }),
  waiting_duration: (random) => ({
    orders: [
      order('a', { time_windows: [exactly('09:00')] }),
      odd('b', { time_windows: [exactly(`${random.between(12, 15)}:00`)] }),
    ],
    vehicles: [vehicle({ limits: { waiting_duration: minutes(random.between(0, 60)) } })],
  }),
  ride_duration: (random) => ({
    orders: [
      ...easy(random),
      {
        order_id: 'odd',
        pickups: [{ stop_id: 'p', location: 'z', duration: 60 }],
        dropoffs: [{ stop_id: 'd', location: 'f', duration: 60 }],
        max_ride_duration: minutes(random.between(10, 70)),
      },
    ],
    vehicles: fleetOf(random),
  }),
  break: (random) => ({
    // Service is from ten to eleven, and a break begins within it.
    orders: [odd('a', { duration: minutes(60), time_windows: [exactly('10:00')] })],
    vehicles: fleetOf(
      random,
      {},
      {
        latest_start_time: on('08:30'),
        breaks: [
          {
            break_id: 'tea',
            duration: minutes(random.between(10, 30)),
            time_windows: [exactly(`10:${random.between(15, 45)}`)],
          },
        ],
      },
    ),
  }),
  end_load: (random) => ({
    orders: [...easy(random), odd(far(random), { kind: 'pickup', load: { boxes: 2 } })],
    vehicles: fleetOf(random, {}, { end_empty: true }),
  }),
  latest_start: (random) => ({
    orders: [...easy(random), odd(far(random), { release_time: on('10:00') })],
    vehicles: fleetOf(random, {}, { latest_start_time: on(`08:${random.between(10, 59)}`) }),
  }),
  shift_rest: (random) => ({
    orders: [
      order('a', { time_windows: [exactly('20:00')], priority: 9 }),
      odd('b', { time_windows: [exactly('06:40', TUESDAY)] }),
    ],
    vehicles: [
      vehicle({
        rest_between_shifts: minutes(60 * random.between(11, 14)),
        shifts: [
          shift({ end_time: on('22:00') }),
          shift({
            ...{ shift_id: 'next', start_time: on('06:00', TUESDAY) },
            end_time: on('15:00', TUESDAY),
          }),
        ],
      }),
    ],
  }),
  dock: (random) => {
    // Two simultaneous orders, each with its own vehicle, and one dock.
    const place = far(random);
    const time_windows = [exactly(`${random.between(10, 14)}:00`)];
    return {
      locations: locations('Etc/UTC', { [place]: { docks: 1 } }),
      orders: [
        order(place, { time_windows, priority: 9, allowed_vehicles: ['v'] }),
        odd(place, { time_windows, allowed_vehicles: ['w'] }),
      ],
      vehicles: [vehicle(), vehicle({ vehicle_id: 'w' })],
    };
  },
  relation: (random) => {
    const orders = [order(random.pick(['a', 'b'])), odd(far(random), {})];
    const of = orders.map(({ order_id }) => order_id);
    return {
      ...{ orders, vehicles: [vehicle()] },
      relations: [{ type: 'different_vehicles', orders: of }],
    };
  },
  unreachable: (random) => {
    const place = far(random);
    const isKept = ([to]: [string, unknown]): boolean => to !== place;
    const travel_costs = Object.fromEntries(
      Object.entries<object>(LINE_MATRIX.travel_costs).map(([from, row]) => [
        from,
        from === place ? {} : Object.fromEntries(Object.entries(row).filter(isKept)),
      ]),
    );
    return {
      orders: [order('a'), order('b'), odd(place, {})],
      vehicles: fleetOf(random),
      travel: { matrix: { ...LINE_MATRIX, travel_costs } },
    };
  },
  visit_spacing: (random) => ({
    // Two days are planned, and the visits must be further apart.
    orders: [
      odd(far(random), {
        visits: { count: 2, per: 'planning_period', min_days_between: random.between(2, 6) },
      }),
    ],
    vehicles: [vehicle({ shifts: [shift({ repeat: 'FREQ=DAILY;COUNT=2' })] })],
    planning_period: { start_time: on('00:00'), end_time: on('00:00', '2026-05-12') },
  }),
  no_vehicle: (random) => {
    // The period is some days before or after the only day with shifts.
    const date = `2026-05-${random.pick(['02', '03', '06', '11', '25'])}`;
    return {
      orders: [...easy(random), odd(far(random), {})],
      vehicles: fleetOf(random),
      planning_period: between('00:00', '23:00', date),
    };
  },
  load_incompatible: (random) => {
    // All loads are on board together: those that are delivered at the start, those that are collected at the end.
    const load = { kind: random.pick(['dropoff', 'pickup']), load: { boxes: 1 } };
    const incompatible_load_types = ['chemicals'];
    return {
      orders: [
        ...easy(random),
        order('a', { ...load, ...held, load_type: 'food', incompatible_load_types }),
        odd(far(random), { ...load, load_type: 'chemicals' }),
      ],
      vehicles: [vehicle()],
    };
  },
  load_order: (random) => {
    // The windows determine the sequence, which is the opposite of what is required.
    const load_order = random.pick(['lifo', 'fifo']);
    const leaves = load_order === 'lifo' ? ['12:00', '14:00'] : ['14:00', '12:00'];
    const shipment = (comes: string, leavesAt: string | undefined): object => ({
      ...{ load_order, duration: minutes(10) },
      pickups: [{ location: far(random), time_windows: [exactly(comes)] }],
      dropoffs: [{ location: far(random), time_windows: [exactly(leavesAt ?? '')] }],
    });
    return {
      orders: [
        { ...shipment('09:00', leaves[0]), ...held },
        { ...shipment('10:30', leaves[1]), order_id: 'odd' },
      ],
      vehicles: [vehicle()],
    };
  },
  route_position: (random) => {
    // The order that must come first begins when the other one would have ended, or the other way round.
    const route_position = random.pick(['first', 'last']);
    const [early, late] = [`09:${random.between(10, 59)}`, `${random.between(12, 15)}:00`];
    const [own, its] = route_position === 'first' ? [late, early] : [early, late];
    return {
      orders: [
        order('a', { ...held, route_position, time_windows: [exactly(own)] }),
        odd(far(random), { time_windows: [exactly(its)] }),
      ],
      vehicles: [vehicle()],
    };
  },
  driving_rules: (random) => {
    const [place, steps] = random.pick([
      ['b', 2],
      ['c', 3],
      ['e', 4],
      ['f', 5],
    ] as const);
    const driving = minutes(20 * steps);
    const less = minutes(random.between(1, 10 * steps - 1));
    const rules = random.pick([
      // The shift ends, and the order is due, before a rest of a night would be over.
      {
        max_daily_driving_duration: minutes(10 * steps) - less,
        daily_rest_duration: minutes(60 * random.between(9, 11)),
      },
      // The shift has no time for the break on the road.
      { max_driving_duration: driving - less },
    ]);
    return {
      orders: [odd(place, { time_windows: [exactly('09:00')] })],
      vehicles: fleetOf(
        random,
        {
          driving_rules: {
            ...{ max_driving_duration: minutes(270), break_duration: minutes(60), ...rules },
          },
        },
        {
          start_time: clock(9 * 3600 - driving / 2),
          end_time: clock(9 * 3600 + driving / 2 + minutes(random.between(10, 40))),
        },
      ),
    };
  },
  weekly_rest: (random) => {
    // From Monday 08:50 to Wednesday is more than a week of work may last, and neither night is a weekly rest.
    const wednesday = '2026-05-06';
    const ofDay = (shift_id: string, day: string): any =>
      shift({ shift_id, start_time: on('08:00', day), end_time: on('17:00', day) });
    return {
      orders: [
        order('a', { ...held, time_windows: [exactly('09:00')] }),
        order('b', { priority: 9, time_windows: [exactly('09:00', TUESDAY)] }),
        odd(far(random), { time_windows: [exactly(`${random.between(10, 13)}:00`, wednesday)] }),
      ],
      vehicles: [
        vehicle({
          driving_rules: {
            ...{ max_driving_duration: minutes(270), break_duration: minutes(45) },
            weekly_rest_duration: minutes(60 * random.between(30, 45)),
            max_weekly_duration: minutes(60 * random.between(26, 48)),
          },
          shifts: [ofDay('mo', MONDAY), ofDay('tu', TUESDAY), ofDay('we', wednesday)],
        }),
      ],
    };
  },
  lock: (random) => {
    // Only before the locked stop would the order be in time.
    const at = on(`${random.between(11, 14)}:00`).slice(-5);
    const early = { time_windows: [between('08:00', '09:00')] };
    return {
      orders: [order('a', { ...held, time_windows: [exactly(at)] }), odd(far(random), early)],
      vehicles: [vehicle()],
      plan: {
        routes: [{ vehicle_id: 'v', shift_id: 'day', stops: [{ order_id: 'held', lock: 'time' }] }],
      },
    };
  },
  cheaper_unserved: (random) => ({
    // The service of ten minutes alone costs more.
    orders: [
      ...easy(random),
      odd(far(random), { mandatory: false, unserved_cost: random.between(0, 9) }),
    ],
    vehicles: fleetOf(random),
  }),
};

/** All changes that the service suggests. */
const SUGGESTED = [
  ...['attribute_forbidden', 'attribute_missing', 'capacity', 'distance', 'driving_duration'],
  ...['duration', 'latest_start', 'ride_duration', 'shift_rest', 'shift_time', 'stops'],
  ...['time_window', 'vehicle_not_allowed', 'waiting_duration'],
];

/** Asks again with the change that the suggestion of an order names, for the plan as it was. */
async function unservedWith(
  asked: RoutingRequest,
  { routes }: any,
  { order_id, suggestion }: any,
): Promise<unknown> {
  const changed = withSuggestion(asked, order_id, suggestion);
  if (changed === undefined) return 'not applied';
  const { unserved } = await answerTo(service, {
    ...changed,
    plan: { routes },
    options: { ...changed.options, mode: 'insert' },
  });
  return unserved.find((each: any) => each.order_id === order_id);
}

test('the correct cause is named for each of 145 requests, and suggested changes let orders be served', async () => {
  const missed: unknown[] = [];
  const useless: unknown[] = [];
  const suggested = new Set<string>();
  let count = 0;
  for (const [kind, draw] of Object.entries(KINDS)) {
    for (let seed = 1; seed <= EACH; seed += 1) {
      const asked = request({ ...draw(createRandom(1000 * count + seed)) });
      const body = await answerTo(service, asked);
      count += 1;
      const named = body.unserved_summary?.[0]?.code;
      const [reason] = body.unserved[0]?.reasons ?? [];
      if (named !== kind) missed.push({ kind, seed, named, reason });
      for (const left of body.unserved) {
        if (left.suggestion === undefined) continue;
        suggested.add(left.suggestion.code);
        const unserved = await unservedWith(asked as RoutingRequest, body, left);
        if (unserved !== undefined) useless.push({ kind, seed, left, unserved });
      }
    }
  }
  expect(count).toBe(145);
  // With what was named instead.
  expect(missed).toEqual([]);
  expect(useless).toEqual([]);
  expect([...suggested].toSorted()).toEqual(SUGGESTED);
});
