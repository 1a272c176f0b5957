/** Plans of many kinds, from request to answer, each verified by the independent checker. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OrderEntry, RoutingRequest, VehicleEntry } from '../support/checker/contract.js';
import { checkPlan } from '../support/check-plan.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const day = (time: string, date = '2026-03-02') => `${date}T${time}`;
const between = (start: string, end: string) => ({ start_time: day(start), end_time: day(end) });

/** Around Berlin, some minutes from one place to the next. */
const at = (idx: number) => ({
  latitude: 52.5 + (idx % 5) / 50,
  longitude: 13.3 + Math.floor(idx / 5) / 40,
});
const DEPOT = { latitude: 52.49, longitude: 13.35 };

function vehicle(changes: Partial<VehicleEntry> = {}, shift: object = {}): VehicleEntry {
  return {
    vehicle_id: 'v',
    costs: { fixed: 100, per_hour: 30, per_kilometer: 0.5 },
    shifts: [
      {
        shift_id: 'day',
        start_location: DEPOT,
        end_location: DEPOT,
        ...between('08:00', '17:00'),
        ...shift,
      },
    ],
    ...changes,
  };
}

const orders = (count: number, changes: (idx: number) => Partial<OrderEntry> = () => ({})) =>
  Array.from({ length: count }, (_, idx): OrderEntry => ({
    order_id: `o${idx}`,
    location: at(idx),
    duration: 300,
    ...changes(idx),
  }));

const OPTIONS = { max_iterations: 300 };

const REQUESTS: Readonly<Record<string, RoutingRequest>> = {
  'capacities and time windows': {
    vehicles: [vehicle({ count: 3, capacity: { weight: 40 } })],
    orders: orders(12, (idx) => ({
      load: { weight: 7.5 },
      time_windows: [between(`${String(8 + (idx % 4) * 2).padStart(2, '0')}:00`, '17:00')],
    })),
  },
  'hours in which traffic changes, also over a weekend': {
    vehicles: [
      vehicle(
        { count: 2 },
        { start_time: day('06:00', '2026-03-06'), end_time: day('20:00', '2026-03-07') },
      ),
    ],
    orders: orders(10, (idx) => ({
      time_windows: [
        {
          start_time: day(idx % 2 === 0 ? '07:30' : '16:00', idx < 5 ? '2026-03-06' : '2026-03-07'),
          end_time: day(idx % 2 === 0 ? '09:30' : '18:00', idx < 5 ? '2026-03-06' : '2026-03-07'),
        },
      ],
    })),
  },
  'free flow': {
    vehicles: [vehicle()],
    orders: orders(8),
    travel: { use_traffic: false },
  },
  'speed factors and profiles': {
    vehicles: [
      vehicle({ vehicle_id: 'bike', type: 'bicycle', speed_factor: 1.3 }),
      vehicle({ vehicle_id: 'truck', type: 'truck', speed_factor: 0.7 }),
    ],
    orders: orders(9, (idx) => ({ allowed_vehicles: [idx % 2 === 0 ? 'bike' : 'truck'] })),
  },
  'breaks, soft breaks and reloads': {
    vehicles: [
      vehicle(
        { capacity: { boxes: 4 } },
        {
          breaks: [{ duration: 1800, time_windows: [between('11:30', '13:00')] }],
          soft_breaks: [
            {
              break_id: 'tea',
              duration: 600,
              time_windows: [between('15:00', '15:30')],
              skip_cost: 5,
            },
          ],
          reloads: [{ reload_id: 'dock', location: DEPOT, duration: 600, max_count: 3 }],
        },
      ),
    ],
    orders: orders(11, () => ({ load: { boxes: 1 }, duration: 1200 })),
  },
  'pickups and dropoffs': {
    vehicles: [vehicle({ count: 2, capacity: { seats: 3 } })],
    orders: Array.from({ length: 6 }, (_, idx) => ({
      order_id: `o${idx}`,
      pickups: [{ location: at(idx), duration: 60, load: { seats: 1 } }],
      dropoffs: [{ stop_id: 'home', location: at(24 - idx), duration: 60, load: { seats: 1 } }],
      max_ride_duration: 3600,
    })),
  },
  'driving rules': {
    vehicles: [
      vehicle(
        { driving_rules: { max_driving_duration: 3600, break_duration: 900 } },
        { end_time: day('23:00') },
      ),
    ],
    orders: orders(5, (idx) => ({ location: { latitude: 52.5 + idx / 4, longitude: 13.4 } })),
  },
  'a periodic order over two weeks': {
    vehicles: [vehicle({}, { repeat: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', end_time: day('12:00') })],
    planning_period: { start_time: day('00:00'), end_time: day('00:00', '2026-03-14') },
    orders: orders(3, () => ({
      visits: { count: 2, per: 'week', min_days_between: 2, weekdays: ['MO', 'WE', 'TH', 'FR'] },
    })),
  },
  relations: {
    vehicles: [vehicle({ count: 2 })],
    orders: orders(6),
    relations: [
      { type: 'sequence', orders: ['o0', 'o5'] },
      { type: 'different_vehicles', orders: ['o1', 'o2'] },
      { type: 'before', orders: ['o3', 'o4'], min_gap: 600 },
    ],
  },
  'soft windows and an open end': {
    vehicles: [vehicle({}, { end_location: undefined })],
    orders: orders(6, (idx) => ({
      soft_time_windows: [
        { ...between('08:00', '08:45'), cost_per_hour_late: 10 + idx, cost_per_hour_early: 2 },
      ],
    })),
  },
  'more than a day holds': {
    vehicles: [vehicle({}, between('08:00', '10:00'))],
    orders: orders(12, (idx) => ({
      duration: 1500,
      mandatory: idx % 3 !== 0,
      unserved_cost: 20 + idx,
      priority: idx,
    })),
  },
  'what nobody can serve': {
    vehicles: [vehicle({ capacity: { weight: 10 }, attributes: ['dry'] })],
    orders: [
      ...orders(2),
      { order_id: 'heavy', location: at(7), load: { weight: 11.25 } },
      { order_id: 'frozen', location: at(8), required_attributes: ['frozen'] },
      { order_id: 'night', location: at(9), time_windows: [between('22:00', '23:00')] },
    ],
  },
  'a change of the clock': {
    vehicles: [
      vehicle({}, { start_time: day('00:30', '2026-03-29'), end_time: day('06:00', '2026-03-29') }),
    ],
    orders: orders(5, () => ({ duration: 1800 })),
  },
};

describe('a plan with', () => {
  test.each(Object.entries(REQUESTS))('%s breaks no rule', async (_name, request) => {
    const sent = { options: OPTIONS, ...request };
    const { status, body } = await service.postPlan(sent);
    expect([status, body.errors]).toEqual([200, undefined]);
    await checkPlan(service, sent, body);
  });
});

describe('a given plan', () => {
  const request = {
    vehicles: [vehicle({ count: 2, capacity: { weight: 20 } })],
    orders: orders(8, () => ({ load: { weight: 5 }, time_windows: [between('08:00', '09:30')] })),
  };
  const planned = (indexes: readonly number[], vehicleId = 'v#1') => ({
    vehicle_id: vehicleId,
    shift_id: 'day',
    stops: indexes.map((idx) => ({ order_id: `o${idx}` })),
  });

  test('is judged unchanged, including the rules that it breaks', async () => {
    const sent = {
      ...request,
      plan: { routes: [planned([4, 0, 3, 1, 2]), planned([5, 6], 'v#2')] },
      options: { mode: 'check' },
    };
    const { body } = await service.postPlan(sent).expect(200);
    expect(body.status).toBe('Invalid');
    // Five orders of 5 on a vehicle with a capacity of 20.
    expect(body.routes[0].violations).toContainEqual({
      ...{ code: 'capacity', amount: 5, dimension: 'weight' },
      stop: expect.any(Number),
    });
    await checkPlan(service, sent, body);
  });

  test('is kept when the other orders are inserted', async () => {
    const sent = {
      ...request,
      plan: { routes: [planned([3, 0])] },
      options: { mode: 'insert', ...OPTIONS },
    };
    const { body } = await service.postPlan(sent).expect(200);
    await checkPlan(service, sent, body);
  });
});

test('the caller’s own travel costs are used, and the answer says so', async () => {
  const names = ['a', 'b', 'c'];
  const travel_costs = Object.fromEntries(
    names.map((from, row) => [
      from,
      Object.fromEntries(
        names.map((to, column) => [
          to,
          [1000 * Math.abs(row - column), 500 * Math.abs(row - column)],
        ]),
      ),
    ]),
  );
  const sent = {
    locations: names.map((location_id, idx) => ({
      ...{ location_id, time_zone: 'Europe/Berlin' },
      ...at(idx),
    })),
    vehicles: [vehicle({}, { start_location: 'a', end_location: 'a' })],
    orders: ['b', 'c'].map((location) => ({ order_id: location, location, duration: 60 })),
    travel: {
      matrix: {
        traffic_windows: [
          { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
        ],
        travel_costs,
      },
    },
    options: OPTIONS,
  };
  const { body } = await service.postPlan(sent).expect(200);
  await checkPlan(service, sent, body);
  expect([body.travel_model, body.statistics.distance, body.statistics.driving_duration]).toEqual([
    ...['matrix', 4000, 2000],
  ]);
});
