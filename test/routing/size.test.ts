/** What a request costs, and how large it may be: at each limit it is accepted, beyond it is refused with the limit. */
import { expect, test } from '@jest/globals';
import { routingCredits, searchSeconds, secondsCredits } from '../../server/routing/index.js';
import { checkRequest, orderOf, requestOf, vehicleOf } from '../support/routing-requests.js';

test.each([
  [0, 0, 1],
  [1, 1, 2],
  [10, 10, 2],
  [11, 10, 3],
  [10, 11, 3],
  [100_000, 1, 10_001],
])('%d visits on %d shifts cost %d', (visits, shifts, credits) => {
  expect(routingCredits(visits, shifts)).toBe(credits);
});

test.each([
  // Search time included in the price of the size: at least 10 s, a tenth of a second per visit, at most 600 s.
  [1, 10, 0],
  [1000, 100, 0],
  [100_000, 600, 0],
  // Beyond it, one credit for each 10 s or part of it.
  [1, 11, 1],
  [1, 20, 1],
  [1, 3600, 359],
  [1000, 3600, 350],
])(
  'a job of %d visits that searches for %d s costs %d in addition to its size',
  (visits, seconds, credits) => {
    expect(secondsCredits(visits, seconds)).toBe(credits);
  },
);

test.each([
  // 10,000 iterations a second, and fewer with more visits.
  [1, 3600, null, 3600],
  [1, 5, null, 5],
  [0, 3600, 100_000, 10],
  [100, 3600, 100_000, 20],
  [100, 15, 100_000, 15],
  [1, 3600, 1e15, 3600],
])(
  '%d visits within %d s and %d iterations are assumed to take %d s',
  (visits, limit, iterations, seconds) => {
    const limits = { timeLimitMs: limit * 1000, maxIterations: iterations };
    expect(searchSeconds(visits, limits)).toBe(seconds);
  },
);

/** The codes of the problems, or the counts after expansion. */
function check(request: object): unknown {
  const outcome = checkRequest(request, 'async');
  if (outcome.kind === 'bad') return outcome.problems.map(({ code }) => code);
  const { visitCount, shiftCount } = outcome.checked.read;
  return { visitCount, shiftCount };
}

const fourWeeks = { start_time: '2026-03-02T00:00', end_time: '2026-03-30T00:00' };

test('visits and shifts are counted with their repeats and copies', () => {
  const request = requestOf({
    planning_period: fourWeeks,
    vehicles: [vehicleOf({ count: 3 }, { repeat: 'FREQ=WEEKLY;BYDAY=MO,TU' })],
    orders: [orderOf({ visits: { count: 2, per: 'week' } })],
  });
  expect(check(request)).toEqual({ visitCount: 8, shiftCount: 24 });
});

test('shifts', () => {
  const request = (count: number): object =>
    requestOf({
      vehicles: [vehicleOf({ count: 10_000 }, { repeat: `FREQ=DAILY;COUNT=${count}` })],
    });
  expect(check(request(10))).toEqual({ visitCount: 1, shiftCount: 100_000 });
  expect(check(request(11))).toEqual(['too_many_shifts']);
});

/** A vehicle whose repeat must be expanded through this number of days, up to the end of four weeks. */
function vehicleOfDays(days: number, idx: number): object {
  const firstDay = new Date(Date.UTC(2026, 2, 30 - (days - 1))).toISOString().slice(0, 10);
  return vehicleOf(
    { vehicle_id: `v${idx}` },
    {
      start_time: `${firstDay}T08:00`,
      end_time: `${firstDay}T18:00`,
      repeat: 'FREQ=YEARLY;COUNT=1000',
    },
  );
}

test('days that repeats run through are counted before any is expanded', () => {
  const request = (last: number): object =>
    requestOf({
      planning_period: fourWeeks,
      vehicles: [...Array<number>(249).fill(20_000), last].map(vehicleOfDays),
    });
  expect(check(request(20_000))).toEqual({ visitCount: 1, shiftCount: 0 });
  expect(check(request(20_001))).toEqual(['too_many_repeats']);
});

test('if repeats determine the end of the period, their days count as well', () => {
  const vehicles = Array.from({ length: 10_000 }, (_, idx) =>
    vehicleOf(
      { vehicle_id: `v${idx}` },
      // Two shifts of 402 days each: 8,040,000.
      { repeat: 'FREQ=MONTHLY;BYDAY=5MO;UNTIL=20300101' },
    ),
  ).map((vehicle) => {
    const [shift] = vehicle.shifts;
    return { ...vehicle, shifts: [shift, { ...shift, shift_id: 'b' }] };
  });
  expect(check(requestOf({ vehicles }))).toEqual(['too_many_repeats']);
});

test('a rule without a count is expanded only within the period', () => {
  const vehicles = Array.from({ length: 1000 }, (_, idx) =>
    vehicleOf(
      { vehicle_id: `v${idx}` },
      { start_time: '1970-03-02T08:00', end_time: '1970-03-02T18:00', repeat: 'FREQ=WEEKLY' },
    ),
  );
  // Mondays, like 1970-03-02: four of them.
  expect(check(requestOf({ planning_period: fourWeeks, vehicles }))).toEqual({
    visitCount: 1,
    shiftCount: 4000,
  });
});

test('a night shift that began before the period is found', () => {
  const vehicles = [
    vehicleOf(
      {},
      { start_time: '2026-02-01T20:00', end_time: '2026-02-02T06:00', repeat: 'FREQ=WEEKLY' },
    ),
  ];
  // Sundays 20:00 to Mondays 06:00: the first began on 2026-03-01, the day before the period.
  expect(check(requestOf({ planning_period: fourWeeks, vehicles }))).toEqual({
    visitCount: 1,
    shiftCount: 5,
  });
});

test('copies without a shift in the period', () => {
  const vehicles = Array.from({ length: 11 }, (_, idx) =>
    vehicleOf({ vehicle_id: `v${idx}`, count: 10_000 }),
  );
  expect(
    check(
      requestOf({
        planning_period: { start_time: '2026-04-01', end_time: '2026-04-02' },
        vehicles,
      }),
    ),
  ).toEqual(['too_many_shifts']);
});

test('seconds of a job, if the operator allows fewer than the schema', () => {
  const codes = (timeLimit: number) => {
    const request = requestOf({ options: { time_limit: timeLimit } });
    const outcome = checkRequest(request, 'async', 60);
    return outcome.kind === 'ok' ? [] : outcome.problems.map(({ pointer }) => pointer);
  };
  expect(codes(60)).toEqual([]);
  expect(codes(60.5)).toEqual(['/options/time_limit']);
});

test('visits', () => {
  const request = (count: number): object =>
    requestOf({
      orders: Array.from({ length: 100 }, (_, idx) =>
        orderOf({
          order_id: `o${idx}`,
          visits: { count: idx === 0 ? count : 1000, per: 'planning_period', min_days_between: 0 },
        }),
      ),
    });
  expect(check(request(1000))).toEqual({ visitCount: 100_000, shiftCount: 1 });
  const outcome = checkRequest(
    {
      ...request(1000),
      planning_period: { start_time: '2026-03-02', end_time: '2026-03-03' },
      orders: [...(request(1000) as any).orders, orderOf()],
    },
    'async',
  );
  expect(outcome).toMatchObject({
    problems: [{ code: 'too_many_visits', comment: expect.stringContaining('100001 visits') }],
  });
});

/** This number of places: the depot and the others. */
const withPlaces = (count: number, fields: object = {}): object =>
  requestOf({
    orders: Array.from({ length: count - 1 }, (_, idx) =>
      orderOf({
        order_id: `o${idx}`,
        location: { latitude: 50 + idx / 10_000, longitude: 10, time_zone: 'Europe/Berlin' },
      }),
    ),
    ...fields,
  });

test('places', () => {
  expect(check(withPlaces(5000))).toEqual({ visitCount: 4999, shiftCount: 1 });
  expect(check(withPlaces(5001))).toEqual(['too_many_places']);
});

test('travel tables', () => {
  // 5,000² pairs × (9 lanes + 1) × 4 bytes = 1 GB: one fits, two do not, two without traffic do (0.2 GB each).
  const vehicles = [vehicleOf(), vehicleOf({ vehicle_id: 'w', speed_factor: 0.9 })];
  expect(check(withPlaces(5000, { vehicles }))).toEqual(['travel_too_large']);
  expect(check(withPlaces(5000, { vehicles, travel: { use_traffic: false } }))).toEqual({
    visitCount: 4999,
    shiftCount: 2,
  });
});

test('windows', () => {
  const time_windows = Array.from({ length: 1000 }, () => ({
    start_time: '08:00',
    end_time: '09:00',
  }));
  const request = (count: number): object =>
    requestOf({
      planning_period: { start_time: '2026-03-02T00:00', end_time: '2026-12-27T00:00' },
      orders: Array.from({ length: count }, (_, idx) =>
        orderOf({ order_id: `o${idx}`, time_windows }),
      ),
    });
  // 16 × 1000 × about 302 days are 4.8 million; with one more visit it is 5.1 million.
  expect(check(request(16))).toEqual({ visitCount: 16, shiftCount: 1 });
  expect(check(request(17))).toEqual(['too_many_windows']);
});

test('relations', () => {
  const orders = Array.from({ length: 2 }, (_, idx) =>
    orderOf({
      order_id: `o${idx}`,
      visits: { count: 600, per: 'planning_period', min_days_between: 0 },
    }),
  );
  const relations = [{ type: 'different_vehicles', orders: ['o0', 'o1'] }];
  // (600 + 600)² = 1.44 million.
  expect(check(requestOf({ orders, relations }))).toEqual(['too_many_relations']);
});
