/** The checker requires the penalty of unserved orders, and reasons that it cannot refute. */
import { expect, test } from '@jest/globals';
import {
  expectOnly,
  found,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  TRAVEL,
  type ToyUnserved,
} from './toy.js';

/** o1 keeps the only shift busy from 08:00 to 16:40, and o2 needs an hour. */
const planWith = (fields: object, entry: Partial<ToyUnserved>, extra: object = {}): any => {
  const request = toyRequest({
    orders: [
      { order_id: 'o1', location: 'a', duration: 30_000 },
      { order_id: 'o2', location: 'b', duration: 3600, ...fields },
    ],
    ...extra,
  });
  const steps = [{ at: 'a', order: 'o1', duration: 30_000 }];
  const response = toyResponse([{ leave: '08:00', steps }], [{ order_id: 'o2', ...entry }]);
  return { request, response };
};
const codes = (...list: string[]): object[] => list.map((code) => ({ code }));
const withReasons = (reasons: object[]) => (_: any, response: any) =>
  (response.unserved[0].reasons = reasons);
const reason = ['reason_untrue /unserved/0/reasons/0'];

test('an order that fits into some shift alone was not found in time, or was cheaper to leave out', () => {
  const untrue = (name: string): any => ({
    name,
    change: withReasons(codes(name)),
    expected: ['reason_untrue /unserved/0/reasons'],
  });
  expectOnly(planWith({}, {}), [
    {
      name: 'beside another',
      change: withReasons(codes('not_found_in_time', 'shift_time')),
      expected: [],
    },
    untrue('shift_time'),
    {
      ...untrue('outside_period'),
      // It has no windows either.
      expected: ['reason_untrue /unserved/0/reasons', ...reason],
    },
    { name: 'no_vehicle', change: withReasons(codes('no_vehicle')), expected: reason },
    {
      name: 'no reason',
      change: withReasons([]),
      expected: ['reason_missing /unserved/0/reasons'],
    },
    {
      name: 'no reason asked for',
      change: (request, response) => {
        request.options.explain = false;
        delete response.unserved[0].reasons;
      },
      expected: [],
    },
    {
      name: 'an unknown code',
      change: withReasons(codes('bad_luck')),
      expected: [
        'reason_untrue /unserved/0/reasons',
        'reason_unknown /unserved/0/reasons/0',
      ].sort(),
    },
    {
      name: 'an unknown vehicle',
      change: withReasons([{ code: 'not_found_in_time', vehicle_id: 'v9' }]),
      expected: ['reason_unknown /unserved/0/reasons/0'],
    },
    {
      name: 'mandatory orders are not dropped',
      change: withReasons(codes('cheaper_unserved')),
      expected: reason,
    },
  ]);
  const optional = planWith(
    { mandatory: false, unserved_cost: 100 },
    { cost: 100, mandatory: false, reasons: [{ code: 'cheaper_unserved' }] },
  );
  expectOnly(optional, [
    {
      name: 'its price',
      change: (_, response) => {
        response.unserved[0].cost = 90;
        response.statistics.cost.unserved = 90;
        response.statistics.cost.total = 90;
      },
      expected: ['unserved_cost /unserved/0/cost'],
    },
    {
      name: 'its price in the total',
      change: (_, response) => (response.statistics.cost.unserved = 90),
      expected: ['cost /statistics/cost/unserved'],
    },
  ]);
});

test('a mandatory order that fits into a shift without a route is served', () => {
  const vehicles = [toyVehicle(), toyVehicle({ vehicle_id: 'v2' })];
  const { request, response } = planWith({}, {}, { vehicles });
  expect(found(request, response)).toEqual(['unserved_avoidable /unserved/0']);

  const out = ['unserved_avoidable /unserved/0'];
  const cases: [string, object, object, string[]][] = [
    ['heavy', { load: { weight: 10 } }, { capacity: { weight: 9 } }, []],
    ['light', { load: { weight: 9 } }, { capacity: { weight: 9 } }, out],
    ['too long', {}, { limits: { duration: 4799 } }, []],
    ['just so', {}, { limits: { duration: 4800 } }, out],
    ['too far', {}, { limits: { distance: 9999 } }, []],
    ['not its vehicle', { forbidden_vehicles: ['v2'] }, {}, []],
    ['out of hours', { time_windows: [{ start_time: `${MONDAY}T16:00` }] }, {}, []],
    ['in hours', { time_windows: [{ start_time: `${MONDAY}T15:50` }] }, {}, out],
    [
      'not to wait',
      { time_windows: [{ start_time: `${MONDAY}T12:00` }] },
      { limits: { waiting_duration: 0, duration: 4800 } },
      out,
    ],
    ['a week that is full', {}, { limits: { per_week: { shifts: 0 } } }, []],
  ];
  for (const [name, fields, vehicle, expected] of cases) {
    const changed = planWith(
      fields,
      {},
      {
        vehicles: [
          toyVehicle({ attributes: ['busy'] }),
          toyVehicle({ vehicle_id: 'v2', ...vehicle }),
        ],
      },
    );
    expect([name, found(changed.request, changed.response)]).toEqual([name, expected]);
  }
});

test('pickups and dropoffs are tried together, and alternatives individually', () => {
  const vehicles = [toyVehicle(), toyVehicle({ vehicle_id: 'v2' })];
  const cases: [object, string[]][] = [
    [
      { location: undefined, pickups: [{ location: 'b' }], dropoffs: [{ location: 'c' }] },
      ['unserved_avoidable /unserved/0'],
    ],
    [
      {
        location: undefined,
        max_ride_duration: 599,
        pickups: [{ location: 'b' }],
        dropoffs: [{ location: 'c' }],
      },
      [],
    ],
    [
      {
        time_windows: [{ start_time: '03:00', end_time: '04:00' }],
        alternative_locations: [
          { location: 'c', time_windows: [{ start_time: '09:00', end_time: '10:00' }] },
        ],
      },
      ['unserved_avoidable /unserved/0'],
    ],
  ];
  for (const [fields, expected] of cases) {
    const { request, response } = planWith(fields, {}, { vehicles });
    expect([fields, found(structuredClone(request), response)]).toEqual([fields, expected]);
  }
});

test('reasons that contradict the request are refuted', () => {
  // No shift is long enough for the work of a whole day, so no trial succeeds.
  const whole = { duration: 90_000 };
  const possible: Record<string, { order?: object; extra?: object }> = {
    attribute_missing: { order: { required_attributes: ['wings'] } },
    attribute_forbidden: {
      order: { forbidden_attributes: ['car'] },
      extra: { vehicles: [toyVehicle({ attributes: ['car'] })] },
    },
    vehicle_not_allowed: {
      order: { allowed_vehicles: ['v2'] },
      extra: {
        vehicles: [
          toyVehicle(),
          toyVehicle({ vehicle_id: 'v2' }, { start_time: `${MONDAY}T16:59` }),
        ],
      },
    },
    capacity: {
      order: { load: { weight: 1 } },
      extra: { vehicles: [toyVehicle({ capacity: { weight: 0 } })] },
    },
    load_incompatible: {
      order: { load_type: 'food' },
      extra: {
        orders: [
          {
            order_id: 'o1',
            location: 'a',
            duration: 30_000,
            incompatible_load_types: ['food'],
            load_type: 'acid',
          },
          { order_id: 'o2', location: 'b', duration: 90_000, load_type: 'food' },
        ],
      },
    },
    end_load: { extra: { vehicles: [toyVehicle({}, { end_empty: true })] } },
    latest_start: {
      extra: { vehicles: [toyVehicle({}, { latest_start_time: `${MONDAY}T09:00` })] },
    },
    route_position: { order: { route_position: 'first' } },
    time_window: { order: { time_windows: [{ start_time: '03:00', end_time: '04:00' }] } },
    duration: { extra: { vehicles: [toyVehicle({ limits: { duration: 40_000 } })] } },
    driving_duration: {
      extra: { vehicles: [toyVehicle({ limits: { per_week: { driving_duration: 9999 } } })] },
    },
    distance: {
      extra: { vehicles: [toyVehicle({ limits: { per_period: { distance: 99_999 } } })] },
    },
    stops: { extra: { vehicles: [toyVehicle({ limits: { stops: 1 } })] } },
    waiting_duration: { extra: { vehicles: [toyVehicle({ limits: { waiting_duration: 1 } })] } },
    break: {
      extra: {
        vehicles: [
          toyVehicle(
            {},
            {
              breaks: [
                { duration: 60, time_windows: [{ start_time: '16:30', end_time: '16:50' }] },
              ],
            },
          ),
        ],
      },
    },
    driving_rules: {
      extra: {
        vehicles: [
          toyVehicle({ driving_rules: { max_driving_duration: 9999, break_duration: 60 } }),
        ],
      },
    },
    relation: { extra: { relations: [{ type: 'same_route', orders: ['o1', 'o2'] }] } },
    lock: { extra: { plan: { routes: [] } } },
    visit_spacing: { order: { visits: { count: 1, per: 'planning_period' } } },
    unreachable: {},
    ride_duration: {},
    load_order: {},
    cheaper_unserved: {},
  };
  const never = new Set(['unreachable', 'ride_duration', 'load_order', 'cheaper_unserved']);
  for (const [code, { order = {}, extra = {} }] of Object.entries(possible)) {
    const reasons = { reasons: [{ code }] };
    const plain = planWith(whole, reasons);
    expect([code, found(plain.request, plain.response)]).toEqual([code, reason]);
    if (never.has(code)) continue;
    const { request, response } = planWith({ ...whole, ...order }, reasons, extra);
    expect([code, found(request, response)]).toEqual([code, []]);
  }
});

test('a reason that names a vehicle is refuted by that vehicle', () => {
  const vehicles = [
    toyVehicle({ attributes: ['frozen'] }),
    toyVehicle({ vehicle_id: 'v2', attributes: ['dry'] }),
  ];
  const fields = { required_attributes: ['frozen'], duration: 90_000 };
  const named = (vehicle_id: string): any =>
    planWith(fields, { reasons: [{ code: 'attribute_missing', vehicle_id }] }, { vehicles });
  const { request, response } = named('v2');
  expect(found(request, response)).toEqual([]);
  expect(found(named('v1').request, named('v1').response)).toEqual(reason);
});

test('a missing path to the order is a reason only if it is missing', () => {
  const { request, response } = planWith({ location: 'e' }, { reasons: [{ code: 'unreachable' }] });
  const cell = [5000, 600];
  const near = { d: cell, a: cell };
  const matrix = {
    traffic_windows: [
      { traffic_window_start_times: ['00:00:00'], traffic_window_end_times: ['23:59:59'] },
    ],
    travel_costs: { d: near, a: near },
  };
  request.travel = { matrix };
  expect(found(request, response)).toEqual([]);
});

test('a trial includes setup and waits for release as a route would', () => {
  const vehicles = [toyVehicle(), toyVehicle({ vehicle_id: 'v2', limits: { duration: 4830 } })];
  const out = ['unserved_avoidable /unserved/0'];
  const late = { start_time: `${MONDAY}T09:00:30`, end_time: `${MONDAY}T09:01` };
  const cases: [object, string[]][] = [
    // 600 s of travel, 30 s of setup, an hour of service and 600 s back are 4,830 s.
    [{ setup_duration: 30, time_windows: [late] }, out],
    [{ setup_duration: 31, time_windows: [late] }, []],
    [{ release_time: `${MONDAY}T15:30` }, out],
    [{ release_time: `${MONDAY}T15:40:01` }, []],
    // Released at 08:50:30, the vehicle arrives at 09:00:30. For a pickup it may leave earlier, but not start earlier.
    [{ release_time: `${MONDAY}T08:51`, time_windows: [late] }, out],
    [{ release_time: `${MONDAY}T08:51:01`, time_windows: [late] }, []],
    [{ kind: 'pickup', release_time: `${MONDAY}T09:01`, time_windows: [late] }, out],
    [{ kind: 'pickup', release_time: `${MONDAY}T09:01:01`, time_windows: [late] }, []],
  ];
  for (const [fields, expected] of cases) {
    const { request, response } = planWith(fields, {}, { vehicles });
    // The vehicle in use would serve none of them.
    request.orders[1].forbidden_vehicles = ['v1'];
    expect([fields, found(request, response)]).toEqual([fields, expected]);
  }
});

test('a trial finds the path to an inline place, and the time between two windows', () => {
  const vehicles = [
    toyVehicle(),
    toyVehicle({ vehicle_id: 'v2', limits: { duration: 4800, waiting_duration: 0 } }),
  ];
  const open = (start_time: string, end_time: string): object => ({ start_time, end_time });
  const { request, response } = planWith(
    { time_windows: [open('03:00', '04:00'), open('10:00', '10:01'), open('12:00', '12:01')] },
    {},
    { vehicles },
  );
  expect(found(request, response)).toEqual(['unserved_avoidable /unserved/0']);

  const latitude = 52.9;
  request.orders[1].location = { latitude, longitude: 13.4, time_zone: 'Europe/Berlin' };
  const matrix = structuredClone(TRAVEL.car);
  for (const row of Object.values(matrix.travel_costs)) row[`${latitude},13.4`] = [5000, 600];
  matrix.travel_costs[`${latitude},13.4`] = matrix.travel_costs['a'] ?? {};
  request.travel = { matrix };
  expect(found(request, response)).toEqual(['unserved_avoidable /unserved/0']);
});
