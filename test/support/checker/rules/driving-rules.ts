/**
 * Driving rules: no more driving than allowed without a break, or the parts of a break in order.
 *
 * State: seconds driven since the last full break, and the number of parts of a break taken since then.
 *
 *     drive t  → driven + t, wrong above the maximum       rest r ≥ break_duration → 0 driven, 0 parts
 *                                                          rest r ≥ next part      → one more part; last: 0, 0
 *
 * Rest is what the response reports as breaks; waiting is not rest. Consecutive breaks count as one. Every shift starts
 * rested. Days are separated by rests of at least `daily_rest_duration`, each of which is a full break: driving and
 * total time are limited up to the beginning of such a rest. `max_working_duration` limits the total time up to the
 * beginning of a rest that is a full break.
 */
import { type DrivingRules } from '../contract.js';
import { type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Route, type Stop } from '../model/routes.js';

/** Regulation (EC) 561/2006, articles 6 to 8, in seconds. Rules between routes are checked with the limits. */
const EC_561_2006 = {
  max_driving_duration: 16_200,
  break_duration: 2_700,
  break_parts: [900, 1_800],
  max_daily_driving_duration: 32_400,
  max_daily_duration: 46_800,
  daily_rest_duration: 39_600,
  daily_rest_parts: [10_800, 32_400],
  reduced_daily_rest_duration: 32_400,
  max_reduced_daily_rests: 3,
  extended_daily_driving_duration: 36_000,
  max_extended_days_per_week: 2,
  weekly_rest_duration: 162_000,
  max_weekly_duration: 518_400,
  reduced_weekly_rest_duration: 86_400,
  weekly_rest_compensation_weeks: 3,
  compensation_rest_duration: 32_400,
  max_weekly_driving_duration: 201_600,
  max_two_week_driving_duration: 324_000,
};

export type Numbers = Required<Omit<DrivingRules, 'preset'>>;

/** Limits that the request states itself have only the exceptions that it states as well (rules 67 to 69). */
function withoutExceptions(own: DrivingRules): Partial<Numbers> {
  const none: Partial<Numbers> = {};
  if (own.daily_rest_duration !== undefined || own.max_daily_duration !== undefined) {
    none.max_reduced_daily_rests = 0;
    none.daily_rest_parts = [];
  }
  if (own.reduced_daily_rest_duration !== undefined) none.daily_rest_parts = [];
  if (own.weekly_rest_duration !== undefined) none.reduced_weekly_rest_duration = Infinity;
  if (own.max_daily_driving_duration !== undefined) none.max_extended_days_per_week = 0;
  return none;
}

export const numbersOf = ({ preset, ...own }: DrivingRules): Numbers => ({
  max_driving_duration: Infinity,
  break_duration: Infinity,
  break_parts: [],
  max_working_duration: Infinity,
  max_daily_driving_duration: Infinity,
  max_daily_duration: Infinity,
  daily_rest_duration: Infinity,
  daily_rest_parts: [],
  reduced_daily_rest_duration: Infinity,
  max_reduced_daily_rests: 0,
  extended_daily_driving_duration: 0,
  max_extended_days_per_week: 0,
  weekly_rest_duration: Infinity,
  max_weekly_duration: Infinity,
  reduced_weekly_rest_duration: Infinity,
  weekly_rest_compensation_weeks: 0,
  compensation_rest_duration: Infinity,
  max_weekly_driving_duration: Infinity,
  max_two_week_driving_duration: Infinity,
  ...(preset === 'ec_561_2006' ? { ...EC_561_2006, ...withoutExceptions(own) } : {}),
  ...own,
});

const hasReducedRests = (rules: Numbers): boolean => rules.max_reduced_daily_rests > 0;

/** Returns the shortest rest that may end a day, which may have the first part of its rest (rule 69). */
export function shortestDailyRest(rules: Numbers, hasFirstPart = false): number {
  const [, second] = rules.daily_rest_parts;
  if (hasFirstPart && second !== undefined) return second;
  return hasReducedRests(rules) ? rules.reduced_daily_rest_duration : rules.daily_rest_duration;
}

/** A day that ends with a shorter rest may be as much longer as the rest may be shorter. */
function longestDay(rules: Numbers, hasFirstPart: boolean): number {
  const shortest = shortestDailyRest(rules, hasFirstPart);
  const isUsual = shortest === rules.daily_rest_duration;
  return rules.max_daily_duration + (isUsual ? 0 : rules.daily_rest_duration - shortest);
}

const longestDriving = (rules: Numbers): number =>
  rules.max_extended_days_per_week > 0
    ? rules.extended_daily_driving_duration
    : rules.max_daily_driving_duration;

/** `hasFirstPart`: a rest of this day is the first part of its daily rest. */
type Today = { driven: number; all: number; hasFirstPart: boolean };
const MORNING: Today = { driven: 0, all: 0, hasFirstPart: false };

type Over = { comment: string; expected: number; got: number };

/** Returns what is exceeded when the vehicle leaves a stop, or, if the stop is a rest, when it begins. */
function overOf(
  { driven, spent, day }: { driven: number; spent: number; day: Today },
  rules: Numbers,
): Over[] {
  return [
    {
      ...{ comment: 'seconds of driving since the last break', got: driven },
      expected: rules.max_driving_duration,
    },
    {
      ...{ comment: 'seconds of driving since the last daily rest', got: day.driven },
      expected: longestDriving(rules),
    },
    {
      ...{ comment: 'seconds since the last break', got: spent },
      expected: rules.max_working_duration,
    },
    {
      ...{ comment: 'seconds since the last daily rest', got: day.all },
      expected: longestDay(rules, day.hasFirstPart),
    },
  ].filter(({ got, expected }) => got > expected);
}

function checkRoute({ stops, occurrence }: Route): Finding[] {
  const entry = occurrence.vehicle.entry.driving_rules;
  if (entry === undefined) return [];
  const rules = numbersOf(entry);
  const findings: Finding[] = [];
  let drivenSeconds = 0;
  let spentSeconds = 0;
  let partCount = 0;
  let restSeconds = 0;
  let day = MORNING;
  /** Whether the rest in progress is the first part of the day's rest, and whether it has ended the day. */
  let isFirstPart = false;
  let isNight = false;
  // What the driver did before `now` cannot be changed; it counts for what follows.
  const lastBegunIdx = stops.findLastIndex(({ hasBegun }) => hasBegun);
  for (const { raw, isRest, pointer, idx } of stops) {
    drivenSeconds += raw.travel_duration;
    const atWork = timeBefore(raw) + (isRest ? 0 : raw.duration);
    day = { ...day, driven: day.driven + raw.travel_duration, all: day.all + atWork };
    spentSeconds += atWork;
    // Only who goes on breaks a limit that was exceeded before.
    const driven = raw.travel_duration > 0 ? drivenSeconds : 0;
    const overs = atWork > 0 ? overOf({ driven, spent: spentSeconds, day }, rules) : [];
    const [over] = overs;
    if (over !== undefined && idx > lastBegunIdx) {
      // Driving since the last break takes precedence; otherwise the amount is that of the limit exceeded the most.
      const amount =
        driven > rules.max_driving_duration
          ? over.got - over.expected
          : Math.max(...overs.map(({ got, expected }) => got - expected));
      findings.push({ code: 'driving_rules', pointer, ...over, amount });
      // Resets, because one missing rest is reported once.
      drivenSeconds = 0;
      spentSeconds = raw.setup_duration + (isRest ? 0 : raw.duration);
      partCount = 0;
      restSeconds = 0;
      isFirstPart = false;
      isNight = false;
      day = { ...MORNING, all: raw.setup_duration + (isRest ? 0 : raw.duration) };
    }
    const isUnbroken = raw.travel_duration === 0 && raw.waiting_duration === 0;
    if (!isRest || !isUnbroken) {
      isFirstPart = false;
      isNight = false;
    }
    if (!isRest) {
      restSeconds = 0;
      continue;
    }
    // A rest that counted as a part may grow into a full break, but is not counted as a part again.
    const earlier = isUnbroken ? restSeconds : 0;
    restSeconds = earlier + raw.duration;
    spentSeconds += raw.duration;
    isNight ||= restSeconds >= shortestDailyRest(rules, day.hasFirstPart && !isFirstPart);
    isFirstPart ||= !day.hasFirstPart && restSeconds >= (rules.daily_rest_parts[0] ?? Infinity);
    day = isNight
      ? MORNING
      : {
          ...day,
          all: day.all + raw.duration,
          hasFirstPart: day.hasFirstPart || isFirstPart,
        };
    const part = rules.break_parts[partCount];
    if (isNight || restSeconds >= rules.break_duration) {
      drivenSeconds = 0;
      spentSeconds = 0;
      partCount = 0;
    } else if (part !== undefined && restSeconds >= part && (earlier === 0 || earlier < part)) {
      partCount += 1;
      if (partCount === rules.break_parts.length) {
        drivenSeconds = 0;
        spentSeconds = 0;
        partCount = 0;
      }
    }
  }
  return findings;
}

const timeBefore = (raw: Stop['raw']): number =>
  raw.travel_duration + raw.waiting_duration + raw.setup_duration;

export function checkDrivingRules({ routes }: Checked): Finding[] {
  return routes.flatMap(checkRoute);
}
