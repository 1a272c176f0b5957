/** The checker detects soft breaks that are early, and wrong prices of those that are late or skipped. */
import { expect, test } from '@jest/globals';
import {
  dated,
  expectOnly,
  found,
  toyRequest,
  toyResponse,
  toyVehicle,
  type ToyRoute,
  type ToyStep,
} from './toy.js';

test('soft breaks may be late or left out at a cost, but not early', () => {
  const soft = {
    break_id: 'coffee',
    duration: 900,
    time_windows: [dated('08:00', '08:10')],
    cost_per_hour_late: 20,
    skip_cost: 10,
  };
  const request = toyRequest({ vehicles: [toyVehicle({}, { soft_breaks: [soft] })] });
  const coffee: ToyStep = {
    at: 'a',
    type: 'soft_break',
    stop: 'coffee',
    duration: 900,
    lateness: 300,
  };
  const [first, second]: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    { at: 'b', order: 'o2', duration: 300 },
  ];
  if (first === undefined || second === undefined) throw new Error('two steps');
  // It starts at 08:15, five minutes late: 20 / 12.
  const cost = { total: 20 / 12, soft_breaks: 20 / 12 };
  const response = toyResponse([{ leave: '08:00', steps: [first, coffee, second], cost }]);
  expectOnly({ request, response }, [
    {
      name: 'early',
      change: (changed, answer) => {
        changed.vehicles[0].shifts[0].soft_breaks[0].time_windows = [dated('08:16', '08:30')];
        for (const { statistics } of [answer, answer.routes[0]]) {
          statistics.lateness = 0;
          statistics.cost = { total: 0 };
        }
        answer.routes[0].stops[2].lateness = 0;
      },
      expected: ['break /routes/0/stops/2'],
    },
    {
      name: 'the price',
      change: (changed) => (changed.vehicles[0].shifts[0].soft_breaks[0].cost_per_hour_late = 40),
      expected: ['soft_breaks', 'total']
        .flatMap((name) => [
          `cost /routes/0/statistics/cost/${name}`,
          `cost /statistics/cost/${name}`,
        ])
        .sort(),
    },
    {
      name: 'the lateness',
      change: (_, answer) => {
        answer.routes[0].stops[2].lateness = 0;
        answer.routes[0].statistics.lateness = 0;
        answer.statistics.lateness = 0;
      },
      expected: ['lateness /routes/0/stops/2/lateness'],
    },
  ]);
  const skipped = { total: 10, soft_breaks: 10 };
  soft.time_windows = [dated('08:00', '08:30')];
  const left = (names: string[]): ToyRoute => ({
    ...{ leave: '08:00', steps: [first, second] },
    ...{ cost: skipped, skipped: names },
  });
  expect(found(request, toyResponse([left(['coffee'])]))).toEqual([]);
  expect(found(request, toyResponse([left([])]))).toEqual([
    'skipped_soft_breaks /routes/0/skipped_soft_breaks',
  ]);
});

test('a soft break without a price is never late', () => {
  const soft = { break_id: 'tea', duration: 60, time_windows: [dated('08:00', '08:10')] };
  const request = toyRequest({
    vehicles: [toyVehicle({}, { soft_breaks: [soft] })],
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
  });
  const order: ToyStep = { at: 'a', order: 'o1', duration: 300 };
  const tea: ToyStep = { at: 'a', type: 'soft_break', stop: 'tea', duration: 60, lateness: 300 };
  expect(found(request, toyResponse([{ leave: '08:00', steps: [order, tea] }]))).toEqual([]);
  const left = toyResponse([{ leave: '08:00', steps: [order], skipped: ['tea'] }]);
  expect(found(request, left)).toEqual([]);
});

test('with several windows, a hard break may wait for the last, and a soft one counts the least lateness', () => {
  const windows = [dated('08:00', '08:05'), dated('08:12', '08:14'), dated('10:00', '10:30')];
  const request = toyRequest({
    vehicles: [
      toyVehicle(
        {},
        {
          breaks: [{ break_id: 'lunch', duration: 60, time_windows: windows }],
          soft_breaks: [{ break_id: 'tea', duration: 60, time_windows: windows }],
        },
      ),
    ],
    orders: [{ order_id: 'o1', location: 'a', duration: 300 }],
  });
  const steps: ToyStep[] = [
    { at: 'a', order: 'o1', duration: 300 },
    // 08:15, a minute after the second window; the third has not opened yet.
    { at: 'a', type: 'soft_break', stop: 'tea', duration: 60, lateness: 60 },
  ];
  expect(found(request, toyResponse([{ leave: '08:00', steps }]))).toEqual([]);
  // Exactly on time is not early.
  request.vehicles[0].shifts[0].soft_breaks[0].time_windows = [dated('08:15', '08:20')];
  const onTime = steps.map((step) => ({ ...step, lateness: 0 }));
  expect(found(request, toyResponse([{ leave: '08:00', steps: onTime }]))).toEqual([]);
});
