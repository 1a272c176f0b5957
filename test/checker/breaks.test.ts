/** The checker detects breaks that are missing or at the wrong time or place. */
import { expect, test } from '@jest/globals';
import {
  dated,
  expectOnly,
  found,
  MONDAY,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyStep,
} from './toy.js';

/** Lunch at `a` from 12:00, after waiting: the vehicle leaves at 11:40, arrives at 11:50 and serves until 11:55. */
const lunch = (fields: object = {}): any => {
  const entry = {
    break_id: 'lunch',
    duration: 1800,
    time_windows: [dated('12:00', '12:20')],
    ...fields,
  };
  const request = toyRequest({ vehicles: [toyVehicle({}, { breaks: [entry] })] });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'a', type: 'break', stop: 'lunch', wait: 300, duration: 1800, latest: '12:20' },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  return { request, response: toyResponse([{ leave: '11:40', steps }]) };
};

test('a break starts within its window and lasts as long as required', () => {
  const break_ = (request: any): any => request.vehicles[0].shifts[0].breaks[0];
  expectOnly(lunch(), [
    {
      name: 'too early',
      change: (request) => (break_(request).time_windows = [dated('12:00:01', '12:20')]),
      expected: ['break /routes/0/stops/2'],
    },
    {
      name: 'too late',
      change: (request) => (break_(request).time_windows = [dated('11:00', '11:59:59')]),
      expected: ['break /routes/0/stops/2'],
    },
    {
      name: 'too short',
      change: (request) => (break_(request).duration = 2000),
      expected: ['service_duration /routes/0/stops/2/duration'],
    },
    {
      name: 'a break of no shift',
      change: (_, response) => delete response.routes[0].stops[2].stop_id,
      expected: [
        'break /routes/0',
        'slack /routes/0/stops/0/slack',
        'slack /routes/0/stops/1/slack',
        'slack /routes/0/stops/2/slack',
        'stop_unknown /routes/0/stops/2',
      ],
    },
  ]);
});

test('an owed break is neither left out nor taken twice', () => {
  const steps = (times: number): ToyStep[] => [
    { at: 'a', order: 'o1', duration: 300 },
    ...Array.from({ length: times }, (): ToyStep => ({
      at: 'a',
      type: 'break',
      stop: 'lunch',
      duration: 600,
    })),
    { at: 'b', order: 'o2', duration: 300 },
  ];
  const entry = { break_id: 'lunch', duration: 600 };
  const request = toyRequest({ vehicles: [toyVehicle({}, { breaks: [entry] })] });
  const response = (times: number): any => toyResponse([{ leave: '08:00', steps: steps(times) }]);
  expect(found(request, response(1))).toEqual([]);
  expect(found(request, response(0))).toEqual(['break /routes/0']);
  expect(found(request, response(2))).toEqual(['break /routes/0/stops/3']);

  // The route lasts from 08:00 to 08:40. A break that fits before the route or may begin after it is not owed.
  const cases: [object[], string[]][] = [
    [[dated('08:10', '08:30')], ['break /routes/0']],
    [[dated('08:10', '08:40')], []],
    [[dated('07:00', '08:30')], ['break /routes/0']],
    [[dated('12:00', '13:00')], []],
  ];
  for (const [time_windows, expected] of cases) {
    request.vehicles[0].shifts[0].breaks[0].time_windows = time_windows;
    expect([time_windows, found(request, response(0))]).toEqual([time_windows, expected]);
  }
  // An earlier shift start leaves twenty minutes, enough for the break.
  request.vehicles[0].shifts[0].breaks[0].time_windows = [dated('07:00', '08:30')];
  request.vehicles[0].shifts[0].start_time = `${MONDAY}T07:40`;
  expect(found(request, response(0))).toEqual([]);
});

test('a break with a place is taken there, and one without a place where the vehicle is', () => {
  const { request, response } = lunch({ location: 'a' });
  expectOnly({ request, response }, [
    {
      name: 'elsewhere',
      change: (changed) => (changed.vehicles[0].shifts[0].breaks[0].location = 'c'),
      expected: ['stop_place /routes/0/stops/2'],
    },
  ]);
  const { request: free, response: strayed } = lunch();
  strayed.routes[0].stops[2].location_id = 'c';
  expect(found(free, strayed)).toContain('stop_place /routes/0/stops/2');
});

test('the absolute times of a repeated break move with its shift', () => {
  const { request, response } = lunch();
  const [shift] = request.vehicles[0].shifts;
  // The shift and its break are defined for the Monday before.
  shift.start_time = '2026-04-27T08:00';
  shift.end_time = '2026-04-27T17:00';
  shift.breaks[0].time_windows = [{ start_time: '2026-04-27T12:00', end_time: '2026-04-27T12:20' }];
  shift.repeat = 'FREQ=WEEKLY';
  request.planning_period = { start_time: MONDAY, end_time: '2026-05-05' };
  expect(found(request, response)).toEqual([]);
  shift.breaks[0].time_windows[0].start_time = '2026-04-27T12:05';
  expect(found(request, response)).toEqual(['break /routes/0/stops/2']);
});

test('a break is no longer owed, exact to the second', () => {
  const entry = { break_id: 'lunch', duration: 600, time_windows: [dated('07:00', '08:30')] };
  const request = toyRequest({
    vehicles: [toyVehicle({}, { breaks: [entry], start_time: `${MONDAY}T07:50` })],
  });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  // From 07:50 to 08:00 there is just enough time; from 07:51 there is not, but an earlier window has room.
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
  request.vehicles[0].shifts[0].breaks[0].time_windows = [dated('07:51', '08:30')];
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual(['break /routes/0']);
  request.vehicles[0].shifts[0].breaks[0].time_windows.push(dated('07:50', '07:50'));
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
});

test('a break without a place may be at a place of the route, and ignores the windows there', () => {
  const request = toyRequest({
    vehicles: [toyVehicle({}, { breaks: [{ break_id: 'lunch', duration: 600 }] })],
    orders: [{ order_id: 'o1', location: 'a', duration: 300, setup_duration: 60 }],
  });
  const lunch: ToyStep = { at: 'a', type: 'break', stop: 'lunch', duration: 600 };
  const order: ToyStep = { at: 'a', order: 'o1', duration: 300, setup: 60 };
  const before = toyResponse([{ leave: '08:00', steps: [lunch, { ...order, latest: '09:00' }] }]);
  const after = toyResponse([{ leave: '08:00', steps: [{ ...order, latest: '09:00' }, lunch] }]);
  // `a` opens at 08:20 for service at 08:21, and closes at 09:00.
  request.locations[1].time_windows = [dated('08:20', '09:00')];
  expect(found(request, before)).toEqual([]);
  request.locations[1].time_windows = [dated('08:00', '08:12')];
  expect(found(request, after).filter((line) => !line.startsWith('slack'))).toEqual([]);
});

test('a recurring window counts on the day of the shift, not on the day before', () => {
  const lunchAtNoon = {
    break_id: 'lunch',
    duration: 1800,
    time_windows: [{ start_time: '12:00', end_time: '12:20' }],
  };
  const request = toyRequest({ vehicles: [toyVehicle({}, { breaks: [lunchAtNoon] })] });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  // On the road from 11:45 to 12:25.
  expect(found(request, toyResponse([{ leave: '11:45', steps }]))).toEqual(['break /routes/0']);
});
