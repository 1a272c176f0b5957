/** The checker compares a response with what had happened at `now`, and with the times that locks keep. */
import { expect, test } from '@jest/globals';
import { found, MONDAY, toyRequest, toyResponse, toyVehicle } from './toy.js';

const at = (clock: string): string => `${MONDAY}T${clock}`;
const ORDERS = [
  { order_id: 'o1', location: 'a', duration: 300 },
  { order_id: 'o2', location: 'b', duration: 300 },
];
const left = { type: 'start', departure_time: at('08:00') };
const made = { order_id: 'o1', arrival_time: at('08:10'), departure_time: at('08:20') };

const asked = (stops: object[], fields: object = {}, orders: object[] = ORDERS): any =>
  toyRequest({
    vehicles: [toyVehicle()],
    orders,
    plan: { routes: [{ vehicle_id: 'v1', shift_id: 'mon', date: MONDAY, stops }] },
    options: { geometry: 'none', ...fields },
  });

/** 08:10 at o1, which takes `seconds`; then on to o2. */
const driven = (seconds: number, leave = '08:00'): any =>
  toyResponse([
    {
      leave,
      steps: [
        { at: 'a', order: 'o1', duration: seconds },
        { at: 'b', order: 'o2', duration: 300 },
      ],
    },
  ]);

const codesOf = (request: any, response: any): string[] => [
  ...new Set(found(request, response).map((each) => each.split(' ')[0] ?? '')),
];

test('a stop that had begun keeps its actual times, whatever its duration and windows are', () => {
  const now = { now: at('08:15') };
  // Ten minutes instead of five, and after its window.
  const closed = { ...ORDERS[0], time_windows: [{ end_time: at('08:05') }] };
  const request = asked([left, made], now, [closed, ORDERS[1] ?? {}]);
  expect(codesOf(request, driven(600))).toEqual([]);
  expect(codesOf(request, driven(300))).toEqual(['history']);
  expect(codesOf(request, driven(600, '08:01'))).toContain('history');
  // Without `now`, the plan tells nothing about what happened.
  expect(codesOf(asked([left, made], {}, [closed, ORDERS[1] ?? {}]), driven(600))).toEqual(
    expect.arrayContaining(['service_duration', 'time_window']),
  );
});

test('a vehicle that stands at its last stop leaves it at now or later', () => {
  const request = asked([left, made], { now: at('08:30') });
  expect(codesOf(request, driven(1200))).toEqual([]);
  expect(codesOf(request, driven(600))).toEqual(['history']);
});

test('a stop that had begun comes first, and its route stays', () => {
  const request = asked([left, made], { now: at('08:15') });
  const swapped = toyResponse([
    {
      leave: '08:00',
      steps: [
        { at: 'b', order: 'o2', duration: 300 },
        { at: 'a', order: 'o1', duration: 300 },
      ],
    },
  ]);
  expect(codesOf(request, swapped)).toContain('history');
});

test('mode optimize keeps a route that has begun although it breaks a rule, and no other', () => {
  const request = asked([left, made], { now: at('08:15') });
  request.vehicles = [toyVehicle({ limits: { duration: 1500 } })];
  const kept = driven(600);
  const amount =
    (Date.parse(kept.routes[0].end_time) - Date.parse(kept.routes[0].start_time)) / 1000;
  kept.routes[0].violations = [{ code: 'duration', amount: amount - 1500 }];
  kept.status = 'Invalid';
  expect(codesOf(request, kept)).toEqual(['plan_changed']);
  request.plan.routes[0].stops.push({ order_id: 'o2' });
  expect(codesOf(request, kept)).toEqual(['plan_changed']);
  request.plan.routes[0].stops[2].lock = 'vehicle';
  expect(codesOf(request, kept)).toEqual([]);
  const silent = structuredClone(kept);
  silent.routes[0].violations = [];
  silent.status = 'Ok';
  expect(codesOf(request, silent)).toEqual(['duration']);
  delete request.options.now;
  request.orders = [{ ...ORDERS[0], duration: 600 }, ORDERS[1]];
  expect(codesOf(request, kept)).toEqual(['violations']);
});

test('a break that the plan does not name is not taken in the past', () => {
  const request = asked([left, made], { now: at('08:15') });
  const pause = { break_id: 'rest', duration: 60 };
  request.vehicles = [toyVehicle()];
  request.vehicles[0].shifts[0].breaks = [pause];
  expect(codesOf(request, driven(600))).toEqual(['break']);
  request.vehicles[0].shifts[0].breaks = [
    { ...pause, time_windows: [{ start_time: at('08:01'), end_time: at('08:10') }] },
  ];
  expect(codesOf(request, driven(600))).toEqual([]);
  delete request.options.now;
  request.orders = [{ ...ORDERS[0], duration: 600 }, ORDERS[1]];
  expect(codesOf(request, driven(600))).toEqual(['break']);
});

test('nothing else is planned before now', () => {
  expect(codesOf(asked([], { now: at('08:00') }), driven(300))).toEqual([]);
  expect(codesOf(asked([], { now: at('08:01') }), driven(300))).toEqual(['history', 'shift_time']);
  // Mode `check` judges the plan regardless of now.
  const checked = asked([made, { order_id: 'o2' }], { now: at('12:00'), mode: 'check' });
  expect(codesOf(checked, driven(300))).toEqual([]);
});

test('a stop that is locked by time is served exactly then', () => {
  const locked = (clock: string): any =>
    asked([{ order_id: 'o1', arrival_time: at(clock), lock: 'time' }]);
  const slackless = (response: any): any => {
    for (const stop of response.routes[0].stops.slice(0, 2)) stop.slack = 0;
    return response;
  };
  expect(codesOf(locked('08:10'), slackless(driven(300)))).toEqual([]);
  expect(codesOf(locked('08:11'), slackless(driven(300)))).toEqual(['lock']);
});
