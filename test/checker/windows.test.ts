/** The checker verifies hard windows, release times and shifts, and computes the lateness of soft windows. */
import { expect, test } from '@jest/globals';
import {
  dated,
  expectOnly,
  found,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  TRAVEL,
} from './toy.js';

/** Service at `a` starts at 09:00 after 600 s of travel, 300 s of waiting and 60 s of setup. */
const plan = (): any => {
  const request = toyRequest({
    orders: [
      {
        order_id: 'o1',
        location: 'a',
        duration: 300,
        setup_duration: 60,
        time_windows: [{ start_time: `${MONDAY}T09:00`, end_time: `${MONDAY}T10:00` }],
      },
    ],
  });
  const steps = [{ at: 'a', order: 'o1', wait: 300, setup: 60, duration: 300, latest: '10:00' }];
  return { request, response: toyResponse([{ leave: '08:44', steps }]) };
};
const stop = 'time_window /routes/0/stops/1';

test('windows bound the start of service, after waiting and setup, both ends included', () => {
  expectOnly(plan(), [
    {
      name: 'a second early',
      change: (request) => (request.orders[0].time_windows = [dated('09:00:01', '10:00')]),
      expected: [stop],
    },
    {
      name: 'a second late',
      change: (request) => (request.orders[0].time_windows = [dated('08:00', '08:59:59')]),
      expected: [stop],
    },
    {
      name: 'between two windows',
      change: (request) =>
        (request.orders[0].time_windows = [dated('08:00', '08:30'), dated('09:30', '10:00')]),
      expected: [stop],
    },
    {
      name: 'a recurring window of other days',
      change: (request) =>
        (request.orders[0].time_windows = [
          { start_time: '09:00', end_time: '10:00', weekdays: ['TU'] },
        ]),
      expected: [stop],
    },
    {
      name: 'a window of the location',
      change: (request) => (request.locations[1].time_windows = [dated('08:00', '08:59')]),
      expected: [stop],
    },
    {
      name: 'a window open to one side',
      change: (request) => (request.orders[0].time_windows = [{ start_time: `${MONDAY}T09:01` }]),
      expected: [stop],
    },
  ]);
  const windows = [
    [dated('08:00', '09:00'), dated('09:30', '10:00')],
    [{ start_time: '09:00', end_time: '10:00', weekdays: ['MO'] }],
    [{ start_time: '22:00', end_time: '10:00', weekdays: ['SU'] }],
    [{ end_time: `${MONDAY}T10:00` }],
  ];
  for (const time_windows of windows) {
    const { request, response } = plan();
    request.orders[0].time_windows = time_windows;
    expect(found(request, response)).toEqual([]);
  }
});

test('an alternative location has its own windows, or else those of the order', () => {
  const { request, response } = plan();
  request.orders[0].location = 'b';
  request.orders[0].alternative_locations = [{ location: 'a' }];
  expectOnly({ request, response }, [
    {
      name: 'its own window',
      change: (changed) =>
        (changed.orders[0].alternative_locations[0].time_windows = [dated('11:00', '12:00')]),
      expected: [stop],
    },
    {
      name: "the order's window",
      change: (changed) => (changed.orders[0].time_windows = [dated('11:00', '12:00')]),
      expected: [stop],
    },
  ]);
  request.orders[0].alternative_locations[0].time_windows = request.orders[0].time_windows;
  request.orders[0].time_windows = [dated('11:00', '12:00')];
  expect(found(request, response)).toEqual([]);
});

test('no order is served and no delivery leaves its depot before its release time', () => {
  const { request, response } = plan();
  request.orders[0].release_time = `${MONDAY}T08:44`;
  expectOnly({ request, response }, [
    {
      name: 'a delivery leaves the depot at 08:44',
      change: (changed) => (changed.orders[0].release_time = `${MONDAY}T08:44:01`),
      expected: [stop],
    },
    {
      name: 'a visit starts at 09:00',
      change: (changed, answer) => {
        changed.orders[0].kind = 'service';
        answer.routes[0].stops[1].kind = 'service';
        changed.orders[0].release_time = `${MONDAY}T09:00:01`;
      },
      expected: [stop],
    },
  ]);
  request.orders[0].kind = 'service';
  response.routes[0].stops[1].kind = 'service';
  request.orders[0].release_time = `${MONDAY}T09:00`;
  expect(found(request, response)).toEqual([]);
});

test('what is loaded at a reload must be released by then', () => {
  const reload = { reload_id: 'dock', location: 'd', duration: 60 };
  const request = toyRequest({
    vehicles: [toyVehicle({}, { reloads: [reload] })],
    orders: [
      { order_id: 'o1', location: 'a' },
      { order_id: 'o2', location: 'b', release_time: `${MONDAY}T08:21` },
    ],
  });
  const steps = [
    { at: 'a', order: 'o1' },
    { at: 'd', type: 'reload' as const, stop: 'dock', duration: 60 },
    { at: 'b', order: 'o2' },
  ];
  // The vehicle leaves the dock at 08:00 + 600 s + 600 s + 60 s = 08:21.
  const response = toyResponse([{ leave: '08:00', steps }]);
  expectOnly({ request, response }, [
    {
      name: 'released a second later',
      change: (changed) => (changed.orders[1].release_time = `${MONDAY}T08:21:01`),
      expected: ['time_window /routes/0/stops/3'],
    },
    {
      name: 'the dock is closed',
      change: (changed) =>
        (changed.vehicles[0].shifts[0].reloads[0].time_windows = [dated('08:30', '09:00')]),
      expected: ['time_window /routes/0/stops/2'],
    },
  ]);
});

test('a route stays in its shift including overtime, and in the planning period', () => {
  const { request, response } = plan();
  expectOnly({ request, response }, [
    {
      name: 'before the shift',
      change: (changed) => (changed.vehicles[0].shifts[0].start_time = `${MONDAY}T08:45`),
      expected: ['shift_time /routes/0/start_time'],
    },
    {
      name: 'after the shift',
      change: (changed, answer) => {
        changed.vehicles[0].shifts[0].end_time = `${MONDAY}T09:14:59`;
        answer.routes[0].statistics.overtime = 1;
        answer.statistics.overtime = 1;
      },
      expected: ['shift_time /routes/0/end_time'],
    },
    {
      name: 'before the period',
      change: (changed) => (changed.planning_period = { start_time: `${MONDAY}T08:45` }),
      expected: ['outside_period /routes/0/start_time'],
    },
    {
      name: 'after the period',
      change: (changed) => (changed.planning_period = { end_time: `${MONDAY}T09:14:59` }),
      expected: ['outside_period /routes/0/end_time'],
    },
  ]);
});

test('overtime is counted and allowed up to its maximum', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({}, { end_time: `${MONDAY}T08:20`, max_overtime: 1200 })],
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
  });
  const steps = [{ at: 'a', order: 'o1', duration: 300 }];
  // 08:00 + 600 s + 300 s + 600 s = 08:25, five minutes over; the shift with overtime ends at 08:40.
  const response = toyResponse([{ leave: '08:00', steps, over: '08:20', until: '08:40' }]);
  expectOnly({ request, response }, [
    {
      name: 'less is allowed',
      change: (changed) => (changed.vehicles[0].shifts[0].max_overtime = 299),
      expected: ['shift_time /routes/0/end_time'],
    },
    {
      name: 'not counted',
      change: (_, answer) => (answer.routes[0].statistics.overtime = 0),
      expected: ['statistics /routes/0/statistics/overtime'],
    },
  ]);
});

test('a repeated shift keeps its local hours on each of its days, across clock changes too', () => {
  const shift = {
    start_time: '2026-10-23T08:00',
    end_time: '2026-10-23T17:00',
    repeat: 'FREQ=WEEKLY;BYDAY=MO,FR',
  };
  const request = toyRequest({
    vehicles: [toyVehicle({}, shift)],
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
    planning_period: { start_time: '2026-10-23', end_time: '2026-10-31' },
  });
  const [route] = toyResponse([
    { leave: '08:00', steps: [{ at: 'a', order: 'o1', duration: 300 }] },
  ]).routes;
  // Berlin is one hour ahead of UTC on Monday the 26th, and was two hours ahead on Friday.
  const moved = JSON.parse(
    JSON.stringify(route)
      .replaceAll(`${MONDAY}T`, '2026-10-26T')
      .replaceAll('+02:00', '+01:00')
      .replaceAll(MONDAY, '2026-10-26'),
  );
  const response = {
    ...toyResponse([{ leave: '08:00', steps: [{ at: 'a', order: 'o1', duration: 300 }] }]),
  };
  response.routes = [moved];
  expectOnly({ request, response }, [
    {
      name: 'not a day of the rule',
      change: (changed) => (changed.vehicles[0].shifts[0].repeat = 'FREQ=WEEKLY;BYDAY=TU,FR'),
      expected: ['order_lost /unserved', 'route_unknown /routes/0'],
    },
    {
      name: 'a later start',
      change: (changed) => (changed.vehicles[0].shifts[0].start_time = '2026-10-23T08:01'),
      expected: ['shift_time /routes/0/start_time'],
    },
  ]);
});

test('lateness of soft windows counts from the nearest window, and earliness excludes lateness', () => {
  const soft = (windows: object[]) => (request: any) =>
    (request.orders[0].soft_time_windows = windows);
  expectOnly(plan(), [
    {
      name: 'ten minutes late',
      change: soft([dated('08:00', '08:50')]),
      expected: ['lateness /routes/0/stops/1/lateness'],
    },
    {
      name: 'twenty minutes after one, thirty before another',
      change: soft([dated('08:00', '08:40'), dated('09:30', '10:00')]),
      expected: ['lateness /routes/0/stops/1/lateness'],
    },
  ]);
  for (const [windows, early] of [
    [[dated('08:00', '09:00')], 0],
    [[dated('08:00', '08:20'), dated('09:30', '10:00')], 1800],
    [[{ start_time: '10:00', end_time: '11:00' }], 3600],
  ] as const) {
    const { request, response } = plan();
    soft([...windows])(request);
    for (const figures of [response, response.routes[0]]) figures.statistics.earliness = early;
    response.routes[0].stops[1].earliness = early;
    expect(found(request, response)).toEqual([]);
    response.routes[0].stops[1].earliness = early + 1;
    expect(found(request, response)).toContain('earliness /routes/0/stops/1/earliness');
  }
});

test('without a planning period, it spans a repeated shift that ends', () => {
  const request = toyRequest({
    vehicles: [
      toyVehicle(
        {},
        {
          start_time: '2026-04-27T08:00',
          end_time: '2026-04-27T17:00',
          repeat: 'FREQ=WEEKLY;COUNT=2',
        },
      ),
    ],
  });
  const steps = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  const response = toyResponse([{ leave: '08:00', steps }]);
  expect(found(request, response)).toEqual([]);
  request.vehicles[0].shifts[0].repeat = 'FREQ=WEEKLY;COUNT=1';
  expect(found(request, response)).toContain('route_unknown /routes/0');
});

test('without a planning period, it contains all shifts', () => {
  const tuesday = '2026-05-05';
  const request = toyRequest({
    vehicles: [
      toyVehicle({
        shifts: [
          ...toyVehicle().shifts,
          {
            ...toyVehicle().shifts[0],
            shift_id: 'tue',
            start_time: `${tuesday}T08:00`,
            end_time: `${tuesday}T17:00`,
          },
        ],
      }),
    ],
  });
  for (const order of request.orders)
    order.time_windows = [{ start_time: '08:00', end_time: '09:00' }];
  const response = toyResponse([
    { leave: '08:00', steps: [{ at: 'a', order: 'o1', duration: 300, latest: '09:00' }] },
    {
      shift: 'tue',
      date: tuesday,
      leave: '08:00',
      steps: [{ at: 'b', order: 'o2', duration: 300, latest: '09:00' }],
    },
  ]);
  expect(found(request, response)).toEqual([]);
});

test('the windows of a place do not bind the start and end of a shift there', () => {
  const { request, response } = plan();
  request.locations[0].time_windows = [dated('12:00', '13:00')];
  expect(found(request, response)).toEqual([]);
});

test('a shift outside the planning period is not used', () => {
  const { request, response } = plan();
  request.planning_period = { start_time: '2026-05-05', end_time: '2026-05-08' };
  expect(found(request, response)).toContain('route_unknown /routes/0');
  request.planning_period = { start_time: '2026-05-01', end_time: MONDAY };
  expect(found(request, response)).toContain('route_unknown /routes/0');
});

test('zones that are missing in the request are taken from the matrix', () => {
  const { request, response } = plan();
  const locations = request.locations.map(({ location_id, time_zone }: any) => ({
    location_id,
    time_zone,
  }));
  for (const location of request.locations) delete location.time_zone;
  const travel = (zoned: object[]): any => ({ car: { ...TRAVEL.car, locations: zoned } });
  expect(found(request, response, travel(locations))).toEqual([]);
  expect(() => found(request, response, travel([]))).toThrow('no time zone for the place d');
});
