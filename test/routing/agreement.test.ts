/**
 * Compares the calendar of the compiled problem with that of the checker, which shares no code with it: random times,
 * windows, repeats and periods around clock changes, in zones that change by an hour, by half an hour and not at all.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readProblem } from '../support/checker/model/problem.js';
import { visitsOwed } from '../support/checker/model/visits.js';
import { type Interval } from '../support/checker/time/windows.js';
import { checkRequest, compiled } from '../support/routing-requests.js';

const ZONES = ['Europe/Berlin', 'Europe/Lisbon', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const two = (number: number): string => String(number).padStart(2, '0');

const timeOfDay = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30))
  .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
/** Days before and after the changes of March, April and October. */
const day = fc
  .tuple(fc.constantFrom('2026-03-', '2026-04-', '2026-10-'), fc.integer({ min: 1, max: 30 }))
  .map(([month, of]) => `${month}${two(of)}`);
const weekdays = fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 });
const some = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const recurring = fc.record({
  start_time: timeOfDay,
  end_time: timeOfDay,
  weekdays: some(weekdays),
});
const dated = (date: string) =>
  fc
    .tuple(fc.integer({ min: 0, max: 3 }), timeOfDay, fc.integer({ min: 1, max: 40 }))
    .map(([days, start, hours]) => {
      const from = new Date(Date.parse(`${date}T${start}Z`) + days * 86_400_000);
      const to = new Date(from.getTime() + hours * 3_600_000);
      return {
        start_time: from.toISOString().slice(0, 16),
        end_time: to.toISOString().slice(0, 16),
      };
    });
const windows = (date: string) =>
  some(fc.array(fc.oneof(recurring, dated(date)), { maxLength: 3 }));
const repeat = fc.oneof(
  fc.constantFrom(
    'FREQ=DAILY',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=DAILY;INTERVAL=3;COUNT=4',
    'FREQ=MONTHLY;BYDAY=1MO,-1SU',
    'FREQ=YEARLY',
    'FREQ=MONTHLY',
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), weekdays, fc.integer({ min: 1, max: 6 }))
    .map(
      ([interval, days, count]) =>
        `FREQ=WEEKLY;INTERVAL=${interval};BYDAY=${days.join()};COUNT=${count}`,
    ),
  weekdays.map((days) => `FREQ=DAILY;BYDAY=${days.join()};UNTIL=20261024T083000Z`),
);
const visits = fc.record({
  count: fc.integer({ min: 1, max: 3 }),
  per: fc.constantFrom('week', 'month', 'planning_period'),
  min_days_between: fc.constant(0),
  weekdays: some(weekdays),
});

const request = day.chain((date) =>
  fc.record({
    planning_period: some(
      fc.record({
        start_time: fc.constant(date),
        end_time: fc
          .integer({ min: 1, max: 40 })
          .map((days) => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)),
      }),
    ),
    locations: fc.tuple(
      ...['a', 'b'].map((location_id) =>
        fc.record({
          location_id: fc.constant(location_id),
          latitude: fc.constant(1),
          longitude: fc.constant(1),
          time_zone: fc.constantFrom(...ZONES),
          time_windows: some(fc.array(recurring, { minLength: 1, maxLength: 2 })),
        }),
      ),
    ),
    vehicles: fc.tuple(
      fc.record({
        vehicle_id: fc.constant('v'),
        shifts: fc.tuple(
          fc.tuple(dated(date), some(repeat), windows(date)).map(([times, rule, time_windows]) => ({
            ...{ start_location: 'a', ...times, repeat: rule },
            breaks: [{ duration: 900, time_windows }],
          })),
        ),
      }),
    ),
    orders: fc.tuple(
      fc.record({
        order_id: fc.constant('o'),
        location: fc.constant('b'),
        time_windows: windows(date),
        visits: some(visits),
        alternative_locations: some(
          fc.tuple(fc.record({ location: fc.constant('a'), time_windows: windows(date) })),
        ),
      }),
    ),
  }),
);

/** Without undefined fields, as it would arrive over HTTP; only what the service accepts. */
const good = request
  .map((each): any => JSON.parse(JSON.stringify(each)))
  .filter((each) => checkRequest(each, 'async').kind === 'ok');

const isIn = (intervals: readonly Interval[] | undefined, at: number): boolean =>
  intervals === undefined || intervals.some(({ start, end }) => start <= at && at <= end);
/** The instants where one of the two might begin or end. */
const edges = (...lists: (readonly Interval[] | undefined)[]): number[] =>
  lists
    .flatMap((list) => (list ?? []).flatMap(({ start, end }) => [start - 1, start, end, end + 1]))
    .filter(Number.isFinite);
const asIntervals = (list: readonly (readonly [number | null, number | null])[]): Interval[] =>
  list.map(([start, end]) => ({ start: start ?? -Infinity, end: end ?? Infinity }));

test('occurrences, periods and breaks are those of the checker', () => {
  fc.assert(
    fc.property(good, (each) => {
      const { period, shifts } = compiled(each).problem;
      const theirs = readProblem(each, { car: { traffic_windows: [], travel_costs: {} } });
      expect(period).toEqual([theirs.period.start, theirs.period.end]);
      const cut = (from: number, to: number): number[] => [
        Math.max(from, theirs.period.start),
        Math.min(to, theirs.period.end),
      ];
      expect(shifts.map((shift) => [shift.start_at, shift.latest_end_at, shift.day])).toEqual(
        theirs.occurrences.map((it) => [...cut(it.start, it.latestEnd), it.day]),
      );
      shifts.forEach(({ breaks }, idx) => {
        const occurrence = theirs.occurrences[idx];
        const expected = occurrence?.breaks[0]?.windows;
        if (breaks.length === 0) expect(expected).toEqual([]);
        const got = asIntervals(breaks[0]?.windows ?? []);
        if (expected === undefined) expect(got).toEqual([{ start: -Infinity, end: Infinity }]);
        const instants = edges(got, expected);
        const isOpen = (at: number): boolean =>
          occurrence !== undefined &&
          at >= occurrence.start &&
          at <= occurrence.latestEnd &&
          isIn(expected, at);
        if (expected !== undefined) {
          expect(instants.filter((at) => isIn(got, at))).toEqual(instants.filter(isOpen));
        }
      });
    }),
    { numRuns: 100 },
  );
});

const formats = new Map(
  ZONES.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }),
  ]),
);
const weekdayAt = (zone: string, at: number): string =>
  (formats.get(zone)?.format(at * 1000) ?? '').slice(0, 2).toUpperCase();

test('visits and their windows are those of the checker', () => {
  fc.assert(
    fc.property(good, (each) => {
      const { visits: got, options, stops } = compiled(each).problem;
      const theirs = readProblem(each, { car: { traffic_windows: [], travel_costs: {} } });
      const order = theirs.orders.get('o');
      if (order === undefined) throw new Error('no order');
      expect(got.map(({ number }) => number)).toEqual(
        visitsOwed(order, theirs.period).map(({ visit }) => visit),
      );
      const allowed: string[] | undefined = each.orders[0].visits?.weekdays;
      for (const visit of got) {
        const [span] = asIntervals([visit.span]);
        const [firstOption = 0, endOption = 0] = stops[visit.stops[0]]?.options ?? [];
        options.slice(firstOption, endOption).forEach((option, idx) => {
          const place = order.tasks[0]?.places[idx];
          const mine = asIntervals(option.windows);
          const [allSpan] = span === undefined ? [] : [[span]];
          const sets = [place?.windows, place?.place.windows, [theirs.period], allSpan];
          // Windows stay open at the end of the period; routes end within it.
          const instants = edges(mine, ...sets).filter((at) => at <= theirs.period.end);
          const isOpen = (at: number): boolean =>
            sets.every((set) => isIn(set, at)) &&
            (allowed === undefined || allowed.includes(weekdayAt(order.zone, at)));
          expect(instants.filter((at) => isIn(mine, at))).toEqual(instants.filter(isOpen));
        });
      }
    }),
    { numRuns: 100 },
  );
});
