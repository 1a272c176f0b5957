/** The checker sums a vehicle's limits: per shift, per ISO week, and over the planning period. */
import { test } from '@jest/globals';
import { expectOnly, toyRequest, toyResponse, toyVehicle, type ToyRoute } from './toy.js';

const limit = (limits: object) => (request: any) => (request.vehicles[0].limits = limits);

test('limits of a shift are exact to the second, meter and stop', () => {
  // 08:00 to 08:45: three legs, 300 s of waiting, two services.
  const response = toyResponse([
    {
      leave: '08:00',
      steps: [
        { at: 'a', order: 'o1', wait: 300, duration: 300 },
        { at: 'b', order: 'o2', duration: 300 },
      ],
    },
  ]);
  const most = {
    duration: 2700,
    driving_duration: 1800,
    distance: 15_000,
    stops: 2,
    waiting_duration: 300,
  };
  const request = toyRequest({ vehicles: [toyVehicle({ limits: most })] });
  expectOnly(
    { request, response },
    Object.entries(most).map(([name, value]) => ({
      name,
      change: limit({ ...most, [name]: value - 1 }),
      expected: [`${name} /routes/0`],
    })),
  );
});

test('limits of a week and of the period sum the shifts in them', () => {
  // Sunday, then Monday and Tuesday of the next ISO week: 25 minutes each.
  const days = ['2026-05-03', '2026-05-04', '2026-05-05'];
  const shift = {
    start_time: '2026-05-03T08:00',
    end_time: '2026-05-03T17:00',
    repeat: 'FREQ=DAILY',
  };
  const request = toyRequest({
    vehicles: [toyVehicle({}, shift)],
    orders: days.map((_, idx) => ({ order_id: `o${idx}`, location: 'a', duration: 300 })),
    planning_period: { start_time: '2026-05-03', end_time: '2026-05-06' },
  });
  const routes = days.map((date, idx): ToyRoute => ({
    date,
    leave: '08:00',
    steps: [{ at: 'a', order: `o${idx}`, duration: 300 }],
  }));
  const measures = { duration: 1500, driving_duration: 1200, distance: 10_000, shifts: 1 };
  expectOnly(
    { request, response: toyResponse(routes) },
    Object.entries(measures).flatMap(([name, value]) => {
      const code = name === 'shifts' ? 'shift_time' : name;
      return [
        { name: `week ${name}`, change: limit({ per_week: { [name]: 2 * value } }), expected: [] },
        {
          name: `week ${name}, less`,
          change: limit({ per_week: { [name]: 2 * value - 1 } }),
          expected: [`${code} /routes/2`],
        },
        {
          name: `period ${name}`,
          change: limit({ per_period: { [name]: 3 * value } }),
          expected: [],
        },
        {
          name: `period ${name}, less`,
          change: limit({ per_period: { [name]: 3 * value - 1 } }),
          expected: [`${code} /routes/2`],
        },
      ];
    }),
  );
});
