/**
 * Random requests, each impossible in one known way: the reason must name exactly that cause.
 *
 * Places and clocks are those of `scenarios/world.ts`: ten minutes and ten kilometers from one place to the next.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createRandom, type Random } from '../support/draw/index.js';
import { startTestService, type TestService } from '../support/service.js';
import {
  answerTo,
  between,
  exactly,
  LINE_MATRIX,
  locations,
  minutes,
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
const far = (random: Random): string => random.pick(['z', 'y', 'e', 'f']);

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
};

test('the correct cause is named for all but two of 105 requests', async () => {
  const missed: unknown[] = [];
  let count = 0;
  for (const [kind, draw] of Object.entries(KINDS)) {
    for (let seed = 1; seed <= EACH; seed += 1) {
      const drawn = draw(createRandom(1000 * count + seed));
      const body = await answerTo(service, request({ ...drawn }));
      count += 1;
      const named = body.unserved_summary?.[0]?.code;
      const [reason] = body.unserved[0]?.reasons ?? [];
      if (named !== kind) missed.push({ kind, seed, named, reason });
    }
  }
  expect(count).toBe(105);
  // Two misses are accepted; the message shows further ones with what was named instead.
  expect(missed.slice(2)).toEqual([]);
});
