/** Driving rules: a preset supplies the fields that the request does not state. */
import type { VehicleEntry } from '../schema/index.js';
import type { Report } from './report.js';

type Entry = NonNullable<VehicleEntry['driving_rules']>;

export type ReadDrivingRules = {
  drivingSecondsMax: number;
  breakSeconds: number;
  partSeconds: readonly number[];
  workingSecondsMax: number | undefined;
  /** Undefined: no limits per day. */
  day:
    | {
        drivingSecondsMax: number | null;
        spanSecondsMax: number | null;
        restSeconds: number;
        parts: { first: number; second: number } | undefined;
        reduced: { restSeconds: number; countMax: number } | undefined;
        extended: { drivingSecondsMax: number; countMax: number } | undefined;
      }
    | undefined;
  /** Undefined: no weekly rest is required. */
  week:
    | {
        restSeconds: number;
        spanSecondsMax: number;
        reduced:
          | { restSeconds: number; compensationWeekCount: number; compensatedRestSeconds: number }
          | undefined;
      }
    | undefined;
  weeklyDrivingSecondsMax: number | undefined;
  twoWeekDrivingSecondsMax: number | undefined;
  /**
   * The least rest between two routes, since each route starts rested: a daily rest if there are limits of a day, and
   * otherwise a full break.
   */
  shiftRestSeconds: number;
};

const HOUR_SECONDS = 3600;

/** Articles 6 to 8, without the second reduced weekly rest in a row that drivers abroad may take. */
const PRESETS = {
  ec_561_2006: {
    max_driving_duration: 4.5 * HOUR_SECONDS,
    break_duration: 0.75 * HOUR_SECONDS,
    break_parts: [0.25 * HOUR_SECONDS, 0.5 * HOUR_SECONDS],
    max_daily_driving_duration: 9 * HOUR_SECONDS,
    max_daily_duration: 13 * HOUR_SECONDS,
    daily_rest_duration: 11 * HOUR_SECONDS,
    daily_rest_parts: [3 * HOUR_SECONDS, 9 * HOUR_SECONDS],
    reduced_daily_rest_duration: 9 * HOUR_SECONDS,
    max_reduced_daily_rests: 3,
    extended_daily_driving_duration: 10 * HOUR_SECONDS,
    max_extended_days_per_week: 2,
    weekly_rest_duration: 45 * HOUR_SECONDS,
    max_weekly_duration: 6 * 24 * HOUR_SECONDS,
    reduced_weekly_rest_duration: 24 * HOUR_SECONDS,
    weekly_rest_compensation_weeks: 3,
    compensation_rest_duration: 9 * HOUR_SECONDS,
    max_weekly_driving_duration: 56 * HOUR_SECONDS,
    max_two_week_driving_duration: 90 * HOUR_SECONDS,
  },
} as const satisfies Record<string, Entry>;

/**
 * Returns the numbers of the preset. A limit that the request states itself has no exceptions that the request does not
 * state.
 */
function presetOf({ preset, ...own }: Entry): Partial<Entry> {
  if (preset === undefined) return {};
  const {
    daily_rest_parts,
    reduced_daily_rest_duration,
    max_reduced_daily_rests,
    extended_daily_driving_duration,
    max_extended_days_per_week,
    reduced_weekly_rest_duration,
    weekly_rest_compensation_weeks,
    compensation_rest_duration,
    ...limits
  } = PRESETS[preset];
  const hasOwnDay = own.daily_rest_duration !== undefined || own.max_daily_duration !== undefined;
  const hasOwnRest = hasOwnDay || own.reduced_daily_rest_duration !== undefined;
  return {
    ...limits,
    ...(hasOwnRest ? {} : { daily_rest_parts: [...daily_rest_parts] }),
    ...(hasOwnDay ? {} : { reduced_daily_rest_duration, max_reduced_daily_rests }),
    ...(own.max_daily_driving_duration === undefined
      ? { extended_daily_driving_duration, max_extended_days_per_week }
      : {}),
    ...(own.weekly_rest_duration === undefined
      ? {
          reduced_weekly_rest_duration,
          weekly_rest_compensation_weeks,
          compensation_rest_duration,
        }
      : {}),
  };
}

/** Returns the parts of a daily rest if they can stand for one; undefined if there are none. */
function readParts(
  { daily_rest_parts = [], daily_rest_duration, ...rules }: Partial<Entry>,
  pointer: string,
  report: Report,
): { first: number; second: number } | undefined {
  const [first, second] = daily_rest_parts;
  if (first === undefined) return undefined;
  if (second === undefined) {
    report.problem(pointer, 'out_of_range', 'A daily rest has two parts, or none.');
    return undefined;
  }
  const reduced =
    (rules.max_reduced_daily_rests ?? 0) > 0 ? rules.reduced_daily_rest_duration : undefined;
  const shortest = Math.min(reduced ?? Infinity, daily_rest_duration ?? Infinity);
  if (second > shortest) {
    const comment = `The second part must be at most as long as the shortest daily rest, ${shortest}.`;
    report.problem(`${pointer}/1`, 'out_of_range', comment);
  } else if (daily_rest_duration !== undefined && first + second < daily_rest_duration) {
    const comment = `Together the parts must be at least as long as daily_rest_duration, ${daily_rest_duration}.`;
    report.problem(pointer, 'out_of_range', comment);
  }
  return { first, second };
}

export function readDrivingRules(
  entry: Entry | undefined,
  pointer: string,
  report: Report,
): ReadDrivingRules | undefined {
  if (entry === undefined) return undefined;
  const rules: Entry = { ...presetOf(entry), ...entry };
  const { max_working_duration, break_duration, break_parts = [] } = rules;
  // Driving is work, so a limit on working time alone also limits driving.
  const { max_driving_duration = max_working_duration } = rules;
  const { max_daily_driving_duration, max_daily_duration, daily_rest_duration } = rules;
  const { weekly_rest_duration, max_weekly_duration } = rules;
  const hasWeeks = weekly_rest_duration !== undefined || max_weekly_duration !== undefined;
  const hasDays = max_daily_driving_duration !== undefined || max_daily_duration !== undefined;
  const { reduced_daily_rest_duration, max_reduced_daily_rests } = rules;
  const { extended_daily_driving_duration, max_extended_days_per_week } = rules;
  const { daily_rest_parts = [] } = rules;
  const isParted = daily_rest_parts.length > 0;
  const isReduced =
    reduced_daily_rest_duration !== undefined || max_reduced_daily_rests !== undefined;
  const { reduced_weekly_rest_duration, weekly_rest_compensation_weeks } = rules;
  const { compensation_rest_duration } = rules;
  const ofReducedWeeks = {
    reduced_weekly_rest_duration,
    weekly_rest_compensation_weeks,
    compensation_rest_duration,
  };
  const hasReducedWeeks = Object.values(ofReducedWeeks).some((value) => value !== undefined);
  const isExtended =
    extended_daily_driving_duration !== undefined || max_extended_days_per_week !== undefined;
  const needed = {
    max_driving_duration,
    break_duration,
    ...(isReduced || isParted ? { max_daily_duration } : {}),
    ...(isReduced ? { reduced_daily_rest_duration } : {}),
    // Reduced rests are counted from weekly rest to weekly rest.
    ...(isReduced ? { max_reduced_daily_rests } : {}),
    ...(isExtended ? { max_daily_driving_duration, extended_daily_driving_duration } : {}),
    ...(isExtended ? { max_extended_days_per_week } : {}),
    ...(hasDays || isReduced || isParted || isExtended ? { daily_rest_duration } : {}),
    ...(hasWeeks || isReduced || hasReducedWeeks
      ? { weekly_rest_duration, max_weekly_duration }
      : {}),
    ...(hasReducedWeeks ? ofReducedWeeks : {}),
  };
  for (const [field, value] of Object.entries(needed)) {
    if (value !== undefined) continue;
    const comment = `Driving rules require ${field}, or a preset that includes it.`;
    report.problem(`${pointer}/${field}`, 'missing_field', comment);
  }
  if ((reduced_daily_rest_duration ?? -Infinity) >= (daily_rest_duration ?? Infinity)) {
    const comment = `It must be less than daily_rest_duration, ${daily_rest_duration}.`;
    report.problem(`${pointer}/reduced_daily_rest_duration`, 'out_of_range', comment);
  }
  if ((extended_daily_driving_duration ?? Infinity) <= (max_daily_driving_duration ?? -Infinity)) {
    const comment = `It must be more than max_daily_driving_duration, ${max_daily_driving_duration}.`;
    report.problem(`${pointer}/extended_daily_driving_duration`, 'out_of_range', comment);
  }
  if ((reduced_weekly_rest_duration ?? -Infinity) >= (weekly_rest_duration ?? Infinity)) {
    const comment = `It must be less than weekly_rest_duration, ${weekly_rest_duration}.`;
    report.problem(`${pointer}/reduced_weekly_rest_duration`, 'out_of_range', comment);
  }
  const parts = readParts(rules, `${pointer}/daily_rest_parts`, report);
  if (max_driving_duration === undefined || break_duration === undefined) return undefined;
  return {
    drivingSecondsMax: max_driving_duration,
    breakSeconds: break_duration,
    partSeconds: break_parts,
    workingSecondsMax: max_working_duration,
    day:
      hasDays && daily_rest_duration !== undefined
        ? {
            drivingSecondsMax: max_daily_driving_duration ?? null,
            spanSecondsMax: max_daily_duration ?? null,
            restSeconds: daily_rest_duration,
            parts,
            reduced:
              reduced_daily_rest_duration !== undefined && (max_reduced_daily_rests ?? 0) > 0
                ? {
                    restSeconds: reduced_daily_rest_duration,
                    countMax: max_reduced_daily_rests ?? 0,
                  }
                : undefined,
            extended:
              extended_daily_driving_duration !== undefined && (max_extended_days_per_week ?? 0) > 0
                ? {
                    drivingSecondsMax: extended_daily_driving_duration,
                    countMax: max_extended_days_per_week ?? 0,
                  }
                : undefined,
          }
        : undefined,
    week:
      weekly_rest_duration !== undefined && max_weekly_duration !== undefined
        ? {
            restSeconds: weekly_rest_duration,
            spanSecondsMax: max_weekly_duration,
            reduced:
              reduced_weekly_rest_duration !== undefined &&
              weekly_rest_compensation_weeks !== undefined &&
              compensation_rest_duration !== undefined
                ? {
                    restSeconds: reduced_weekly_rest_duration,
                    compensationWeekCount: weekly_rest_compensation_weeks,
                    compensatedRestSeconds: compensation_rest_duration,
                  }
                : undefined,
          }
        : undefined,
    weeklyDrivingSecondsMax: rules.max_weekly_driving_duration,
    twoWeekDrivingSecondsMax: rules.max_two_week_driving_duration,
    shiftRestSeconds: (hasDays ? daily_rest_duration : undefined) ?? break_duration,
  };
}
