/** The checker states by how much a hard rule is broken, and verifies the amounts that mode `check` reports. */
import { expect, test } from '@jest/globals';
import { checkSolution } from '../support/checker/index.js';
import { MONDAY, toyRequest, toyResponse, toyVehicle, TRAVEL, type ToyRoute } from './toy.js';

/** 08:00 `d`, 08:10 `a`, 08:25 `b` after five minutes of service, 08:40 `d`. */
const DAY: ToyRoute = {
  leave: '08:00',
  steps: [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ],
};

const order = (fields: object) => (request: any) => Object.assign(request.orders[0], fields);
const vehicle = (fields: object) => (request: any) => Object.assign(request.vehicles[0], fields);
const shift = (fields: object) => (request: any) =>
  Object.assign(request.vehicles[0].shifts[0], fields);
const relation = (fields: object) => (request: any) =>
  (request.relations = [{ type: 'same_route', orders: ['o1', 'o2'], ...fields }]);

test('seconds, meters and units beyond the limit', () => {
  const cases: [string, number, (request: any) => void][] = [
    ['time_window', 60, order({ time_windows: [{ end_time: `${MONDAY}T08:09` }] })],
    ['time_window', 120, order({ time_windows: [{ start_time: `${MONDAY}T08:12` }] })],
    ['time_window', 30, order({ release_time: `${MONDAY}T08:00:30` })],
    ['shift_time', 10, shift({ start_time: `${MONDAY}T08:00:10` })],
    ['shift_time', 60, shift({ end_time: `${MONDAY}T08:38`, max_overtime: 60 })],
    [
      'outside_period',
      5,
      (request) => (request.planning_period = { start_time: `${MONDAY}T08:00:05` }),
    ],
    [
      'outside_period',
      7,
      (request) => (request.planning_period = { end_time: `${MONDAY}T08:39:53` }),
    ],
    ['duration', 400, vehicle({ limits: { duration: 2000 } })],
    ['distance', 5000, vehicle({ limits: { per_week: { distance: 10_000 } } })],
    ['stops', 1, vehicle({ limits: { stops: 1 } })],
    [
      'driving_rules',
      500,
      vehicle({ driving_rules: { max_driving_duration: 1300, break_duration: 1 } }),
    ],
    ['relation', 100, relation({ max_gap: 500 })],
    ['relation', 50, relation({ min_gap: 650 })],
    // o2 ends at 08:30, and o1 starts at 08:10.
    ['relation', 1200, relation({ type: 'before', orders: ['o2', 'o1'] })],
    ['relation', 900, relation({ type: 'simultaneous' })],
    ['relation', 100, relation({ type: 'simultaneous', min_gap: 1000, max_gap: 2000 })],
  ];
  for (const [code, amount, change] of cases) {
    const request = toyRequest();
    change(request);
    const amounts = checkSolution(request, toyResponse([DAY]), TRAVEL)
      .filter((finding) => finding.code === code)
      .map((finding) => finding.amount);
    expect([code, amounts]).toEqual([code, [amount]]);
  }
});

test('windows are missed by the distance to where all meet, or by no amount if they never do', () => {
  const request = toyRequest();
  const at = (time: string) => `${MONDAY}T${time}`;
  const location = request.locations.find((it: any) => it.location_id === 'a');
  const missed = () =>
    checkSolution(request, toyResponse([DAY]), TRAVEL)
      .filter(({ code }) => code === 'time_window')
      .map(({ amount }) => amount);
  // Service starts at 08:10.
  request.orders[0].time_windows = [{ end_time: at('08:09') }];
  location.time_windows = [{ end_time: at('08:08') }];
  expect(missed()).toEqual([120, 120]);
  location.time_windows = [{ start_time: at('08:10') }];
  expect(missed()).toEqual([undefined]);
  location.time_windows = [];
  request.orders[0].kind = 'service';
  request.orders[0].release_time = at('08:20');
  expect(missed()).toEqual([undefined, undefined]);
  request.orders[0].time_windows.push({ start_time: at('08:30'), end_time: at('08:40') });
  expect(missed()).toEqual([1200, 1200]);
});

test('units of a dimension, and seconds of a ride', () => {
  const shipment = {
    order_id: 'o1',
    max_ride_duration: 500,
    pickups: [{ stop_id: 'p', location: 'a', load: { weight: 12 } }],
    dropoffs: [{ stop_id: 'q', location: 'b', load: { weight: 12 } }],
  };
  const request = toyRequest({
    vehicles: [toyVehicle({ capacity: { weight: 10 } })],
    orders: [shipment],
  });
  const steps = [
    { at: 'a', order: 'o1', stop: 'p', kind: 'pickup' as const, load: { weight: 12 } },
    { at: 'b', order: 'o1', stop: 'q', load: { weight: 0 } },
  ];
  const findings = checkSolution(request, toyResponse([{ leave: '08:00', steps }]), TRAVEL);
  expect(findings.map(({ code, amount }) => [code, amount])).toEqual([
    ['capacity', 2],
    ['ride_duration', 100],
  ]);
});

test('seconds between a break and its window', () => {
  const amountsOf = (name: 'breaks' | 'soft_breaks', start: string, end: string): unknown => {
    const type = name === 'breaks' ? 'break' : 'soft_break';
    const time_windows = [{ start_time: `${MONDAY}T${start}`, end_time: `${MONDAY}T${end}` }];
    const entry = { break_id: 'rest', duration: 60, time_windows };
    const request = toyRequest({ vehicles: [toyVehicle({}, { [name]: [entry] })] });
    // The break starts at 08:15.
    const rest = { at: 'a', type, stop: 'rest', duration: 60 } as const;
    const steps = [...DAY.steps.slice(0, 1), rest, ...DAY.steps.slice(1)];
    return checkSolution(request, toyResponse([{ leave: '08:00', steps }]), TRAVEL)
      .filter(({ code }) => code === 'break')
      .map(({ amount }) => amount);
  };
  expect(amountsOf('breaks', '08:00', '08:14')).toEqual([60]);
  expect(amountsOf('breaks', '08:17', '08:20')).toEqual([120]);
  expect(amountsOf('soft_breaks', '08:17', '08:20')).toEqual([120]);
});

test('days too few or too many, and seconds outside the time of day', () => {
  const repeated = {
    start_time: `${MONDAY}T08:00`,
    end_time: `${MONDAY}T17:00`,
    repeat: 'FREQ=DAILY',
  };
  const amountsOf = (visits: object): unknown => {
    const request = toyRequest({
      vehicles: [toyVehicle({}, repeated)],
      orders: [
        { order_id: 'o1', location: 'a', visits: { count: 2, per: 'planning_period', ...visits } },
      ],
      planning_period: { start_time: MONDAY, end_time: '2026-05-11' },
    });
    const steps = (visit: number): ToyRoute['steps'] => [{ at: 'a', order: 'o1', visit }];
    const response = toyResponse([
      { leave: '08:00', steps: steps(1) },
      { leave: '09:00', date: '2026-05-07', steps: steps(2) },
    ]);
    return checkSolution(request, response, TRAVEL).map(({ code, amount }) => [code, amount]);
  };
  expect(amountsOf({})).toEqual([]);
  expect(amountsOf({ min_days_between: 5 })).toEqual([['visit_spacing', 2]]);
  expect(amountsOf({ max_days_between: 2 })).toEqual([['visit_spacing', 1]]);
  expect(amountsOf({ same_time_tolerance: 3000 })).toEqual([['visit_spacing', 600]]);
});
