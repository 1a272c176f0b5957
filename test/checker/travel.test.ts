/** The checker computes travel through traffic windows to the second, on the clock of the place of departure. */
import { expect, test } from '@jest/globals';
import { type TravelTable } from '../support/checker/index.js';
import { type Place } from '../support/checker/model/places.js';
import { legBetween } from '../support/checker/model/travel.js';
import { ONE, roundHalfUp } from '../support/checker/rational.js';
import { at, expectOnly, found, raise, toyRequest, toyResponse, toyVehicle } from './toy.js';

const place = (name: string, zone = 'Europe/Berlin'): Place => ({
  name,
  locationId: name,
  latitude: 52.5,
  longitude: 13.4,
  zone,
  setupSeconds: 0,
  docks: Infinity,
  windows: undefined,
});

/** Night 1,000 s, from 07:00 to 09:00 2,000 s, weekends 800 s; in free flow 500 s. */
const table: TravelTable = {
  traffic_windows: [
    {
      traffic_window_start_times: ['00:00:00', '09:00:00'],
      traffic_window_end_times: ['06:59:59', '23:59:59'],
    },
    { traffic_window_start_times: ['07:00:00'], traffic_window_end_times: ['08:59:59'] },
  ],
  travel_costs: { a: { b: [10_000, 1000, 2000] } },
  weekend_travel_costs: { a: { b: [10_000, 800] } },
};

function secondsFrom(
  instant: number,
  { speedFactor = 1, useTraffic = true, zone = 'Europe/Berlin', costs = table } = {},
): number {
  const leg = legBetween(place('a', zone), place('b'), {
    table: costs,
    speedFactor,
    useTraffic,
    legs: new Map(),
  });
  if (leg === undefined) throw new Error('no leg');
  return roundHalfUp(leg.arrival(instant, ONE)) - instant;
}

test('progress adds up over the windows that a leg crosses', () => {
  const cases: [string, string, number][] = [
    ['2026-05-04', '05:00', 1000],
    ['2026-05-04', '07:00', 2000],
    // 500 s make half of the leg, and the other half takes 1,000 s.
    ['2026-05-04', '06:51:40', 1500],
    // 1,000 s make half, and the other half takes 500 s.
    ['2026-05-04', '08:43:20', 1500],
    // Departure a second before the slow window: 1/1000 is done, 999/1000 × 2000 = 1998 s.
    ['2026-05-04', '06:59:59', 1999],
    // Friday into Saturday: 400 s make 0.4, and 0.6 × 800 = 480 s.
    ['2026-05-08', '23:53:20', 880],
    // Sunday into Monday: 400 s make 0.5, and 0.5 × 1000 = 500 s.
    ['2026-05-10', '23:53:20', 900],
    ['2026-05-09', '08:00', 800],
  ];
  for (const [date, clock, seconds] of cases) {
    expect([date, clock, secondsFrom(at(date, clock))]).toEqual([date, clock, seconds]);
  }
});

test('windows follow the clock at the place of departure', () => {
  // 07:00 in Berlin is 08:00 in Helsinki and 06:00 in London.
  expect(secondsFrom(at('2026-05-04', '07:00'), { zone: 'Europe/Helsinki' })).toBe(2000);
  expect(secondsFrom(at('2026-05-04', '07:00'), { zone: 'Europe/London' })).toBe(1000);
});

test('windows follow clock changes', () => {
  // 2026-03-29, a Sunday, treated as a weekday: at 01:59:50 CET, it is ten seconds until 03:00.
  const costs: TravelTable = {
    travel_costs: table.travel_costs,
    traffic_windows: [
      {
        traffic_window_start_times: ['00:00:00', '03:00:00'],
        traffic_window_end_times: ['01:59:59', '23:59:59'],
      },
      { traffic_window_start_times: ['02:00:00'], traffic_window_end_times: ['02:59:59'] },
    ],
  };
  const before = Date.parse('2026-03-29T00:59:50Z') / 1000;
  // That night skips the slow hour from 02:00 to 03:00.
  expect(secondsFrom(before, { costs })).toBe(1000);
  // In autumn it occurs twice: from 02:59:50 CEST, ten slow seconds are followed by another slow hour.
  const autumn = Date.parse('2026-10-25T00:59:50Z') / 1000;
  expect(secondsFrom(autumn, { costs })).toBe(2000);
});

test('a speed factor divides travel times exactly, and rounding happens once, at the end', () => {
  expect(secondsFrom(at('2026-05-04', '05:00'), { speedFactor: 1.1 })).toBe(909); // 909.09
  expect(secondsFrom(at('2026-05-04', '05:00'), { speedFactor: 0.8 })).toBe(1250);
  // 250 s at 1250 make 0.2; 0.8 × 2500 = 2000 s.
  expect(secondsFrom(at('2026-05-04', '06:55:50'), { speedFactor: 0.8 })).toBe(2250);
});

test('without traffic a leg takes its minimum time, or its free-flow time if there is one', () => {
  expect(secondsFrom(at('2026-05-04', '08:00'), { useTraffic: false })).toBe(800);
  const costs = { ...table, free_flow_travel_costs: { a: { b: [10_000, 500] } } };
  expect(secondsFrom(at('2026-05-04', '08:00'), { useTraffic: false, costs })).toBe(500);
});

test('a later departure never means an earlier arrival', () => {
  let before = 0;
  for (let second = 0; second < 9000; second += 7) {
    const departure = at('2026-05-04', '06:40') + second;
    const arrival = departure + secondsFrom(departure, { speedFactor: 1.3 });
    expect(arrival).toBeGreaterThanOrEqual(before);
    before = arrival;
  }
});

const plan = (): any => ({
  request: toyRequest(),
  response: toyResponse([
    {
      leave: '08:00',
      steps: [
        { at: 'a', order: 'o1', duration: 300 },
        { at: 'b', order: 'o2', duration: 300 },
      ],
    },
  ]),
});

test('travel times of a response may differ by the rounding of one second and no more', () => {
  const shifted = (seconds: number) => (request: any) => {
    request.travel = { matrix: structuredClone(matrix) };
    raise(request.travel.matrix.travel_costs.a.b, '1', seconds);
  };
  const { request, response } = plan();
  const matrix = matrixOf(600);
  for (const seconds of [-1, 1]) {
    const changed = structuredClone(request);
    shifted(seconds)(changed);
    expect(found(changed, response)).toEqual([]);
  }
  for (const seconds of [-2, 2]) {
    const changed = structuredClone(request);
    shifted(seconds)(changed);
    // Slack depends on travel, but this difference is within its own rounding.
    expect(found(changed, response)).toEqual(['travel_duration /routes/0/stops/2/travel_duration']);
  }
});

function matrixOf(seconds: number): TravelTable {
  const names = ['d', 'a', 'b', 'c', 'e'];
  const rows = (): any =>
    Object.fromEntries(
      names.map((from) => [from, Object.fromEntries(names.map((to) => [to, [5000, seconds]]))]),
    );
  return {
    traffic_windows: [
      { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
    ],
    travel_costs: rows(),
    weekend_travel_costs: rows(),
  };
}

test('distances are those of the table, and an unreachable leg is found', () => {
  const withMatrix = (change: (costs: any) => void) => (request: any) => {
    const matrix: any = matrixOf(600);
    change(matrix.travel_costs);
    request.travel = { matrix };
  };
  expectOnly(plan(), [
    {
      name: 'distance',
      change: withMatrix((costs) => (costs.a.b[0] = 6000)),
      expected: ['travel_distance /routes/0/stops/2/travel_distance'],
    },
    {
      name: 'no way',
      change: withMatrix((costs) => delete costs.a.b),
      expected: ['unreachable /routes/0/stops/2'],
    },
  ]);
});

test('arrival, waiting, setup, service and departure add up', () => {
  const stop = (response: any, idx: number): any => response.routes[0].stops[idx];
  expectOnly(plan(), [
    {
      name: 'arrival',
      change: (_, response) => {
        stop(response, 2).arrival_time = '2026-05-04T08:25:10+02:00';
        stop(response, 2).departure_time = '2026-05-04T08:30:10+02:00';
        stop(response, 2).slack -= 10;
      },
      // The next leg starts ten seconds later too.
      expected: [
        'arrival /routes/0/stops/2/arrival_time',
        'arrival /routes/0/stops/3/arrival_time',
        'service_start /routes/0/stops/2/service_start_time',
      ],
    },
    {
      name: 'departure',
      change: (_, response) => {
        stop(response, 3).departure_time = '2026-05-04T08:40:10+02:00';
        response.routes[0].end_time = '2026-05-04T08:40:10+02:00';
        raise(response.routes[0].statistics, 'duration', 10);
        raise(response.statistics, 'duration', 10);
      },
      expected: ['departure /routes/0/stops/3/departure_time'],
    },
    {
      name: 'the start is not the first arrival',
      change: (_, response) => {
        response.routes[0].start_time = '2026-05-04T08:00:10+02:00';
        raise(response.routes[0].statistics, 'duration', -10);
        raise(response.statistics, 'duration', -10);
      },
      expected: ['route_start /routes/0/start_time'],
    },
    {
      name: 'the end is not the last departure',
      change: (_, response) => {
        response.routes[0].end_time = '2026-05-04T08:40:10+02:00';
        raise(response.routes[0].statistics, 'duration', 10);
        raise(response.statistics, 'duration', 10);
      },
      expected: ['route_end /routes/0/end_time'],
    },
    {
      name: 'another offset, the same instant',
      change: (_, response) => (stop(response, 1).arrival_time = '2026-05-04T06:10:00Z'),
      expected: ['time_offset /routes/0/stops/1/arrival_time'],
    },
    {
      name: 'service takes as long as asked',
      change: (request) => (request.orders[0].duration = 301),
      expected: ['service_duration /routes/0/stops/1/duration'],
    },
  ]);
});

test('setup is paid once per arrival, for the place and for the order', () => {
  const request = toyRequest({
    orders: [
      { order_id: 'o1', location: 'a', duration: 300, setup_duration: 30 },
      { order_id: 'o2', location: 'a', duration: 300, setup_duration: 30 },
      { order_id: 'o3', location: 'd', duration: 300, setup_duration: 30 },
    ],
  });
  request.locations[0].setup_duration = 120;
  request.locations[1].setup_duration = 120;
  const response = toyResponse([
    {
      leave: '08:00',
      steps: [
        // The vehicle is there at the start, so there is no setup.
        { at: 'd', order: 'o3', duration: 300 },
        { at: 'a', order: 'o1', setup: 150, duration: 300 },
        { at: 'a', order: 'o2', duration: 300 },
      ],
    },
  ]);
  expectOnly({ request, response }, [
    {
      name: 'another setup of the place',
      change: (changed) => (changed.locations[1].setup_duration = 60),
      expected: ['setup /routes/0/stops/2/setup_duration'],
    },
    {
      name: 'another setup of the order',
      change: (changed) => (changed.orders[0].setup_duration = 31),
      expected: ['setup /routes/0/stops/2/setup_duration'],
    },
  ]);
});

test('no vehicle waits at the start', () => {
  const { request, response } = plan();
  const [route] = response.routes;
  route.stops[0].waiting_duration = 60;
  route.stops[0].arrival_time = '2026-05-04T07:59:00+02:00';
  raise(route.stops[0], 'slack', 60);
  route.start_time = '2026-05-04T07:59:00+02:00';
  for (const statistics of [route.statistics, response.statistics]) {
    raise(statistics, 'duration', 60);
    raise(statistics, 'waiting_duration', 60);
  }
  request.vehicles[0].shifts[0].start_time = '2026-05-04T07:00';
  expect(found(request, response)).toEqual(['waiting /routes/0/stops/0/waiting_duration']);
});

test('an inline place is identified by its coordinates', () => {
  const { request, response } = plan();
  const [, a] = request.locations;
  request.orders[0].location = {
    latitude: a.latitude,
    longitude: a.longitude,
    time_zone: 'Europe/Berlin',
  };
  const name = `${a.latitude},${a.longitude}`;
  const travel: any = matrixOf(600);
  travel.travel_costs[name] = travel.travel_costs.a;
  for (const row of Object.values<any>(travel.travel_costs)) row[name] = [5000, 600];
  delete response.routes[0].stops[1].location_id;
  expect(found(request, response, { car: travel })).toEqual([]);
  response.routes[0].stops[1].location_id = 'a';
  expect(found(request, response, { car: travel })).toEqual(['stop_place /routes/0/stops/1']);
});

test('each vehicle type has its own travel costs', () => {
  const request = toyRequest({ vehicles: [toyVehicle({ type: 'truck' })] });
  const { response } = plan();
  expect(found(request, response, { truck: matrixOf(600) })).toEqual([]);
  expect(found(request, response, { truck: matrixOf(900) })).toContain(
    'travel_duration /routes/0/stops/1/travel_duration',
  );
});
