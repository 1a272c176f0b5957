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
    | { drivingSecondsMax: number | null; spanSecondsMax: number | null; restSeconds: number }
    | undefined;
  /** Undefined: no weekly rest is required. */
  week: { restSeconds: number; spanSecondsMax: number } | undefined;
  weeklyDrivingSecondsMax: number | undefined;
  twoWeekDrivingSecondsMax: number | undefined;
  /** The rest between routes, unless the vehicle states one: each route counts as a day of the regulation. */
  shiftRestSeconds: number | undefined;
};

const HOUR_SECONDS = 3600;

/** Articles 6 to 8, without the occasional exceptions: 10 hours of driving, rests of 9 hours, weekly rests of 24. */
const PRESETS = {
  ec_561_2006: {
    max_driving_duration: 4.5 * HOUR_SECONDS,
    break_duration: 0.75 * HOUR_SECONDS,
    break_parts: [0.25 * HOUR_SECONDS, 0.5 * HOUR_SECONDS],
    max_daily_driving_duration: 9 * HOUR_SECONDS,
    max_daily_duration: 13 * HOUR_SECONDS,
    daily_rest_duration: 11 * HOUR_SECONDS,
    weekly_rest_duration: 45 * HOUR_SECONDS,
    max_weekly_duration: 6 * 24 * HOUR_SECONDS,
    max_weekly_driving_duration: 56 * HOUR_SECONDS,
    max_two_week_driving_duration: 90 * HOUR_SECONDS,
  },
} as const satisfies Record<string, Entry>;

export function readDrivingRules(
  entry: Entry | undefined,
  pointer: string,
  report: Report,
): ReadDrivingRules | undefined {
  if (entry === undefined) return undefined;
  const rules: Entry = { ...(entry.preset === undefined ? {} : PRESETS[entry.preset]), ...entry };
  const { max_working_duration, break_duration, break_parts = [] } = rules;
  // Driving is work, so a limit on working time alone also limits driving.
  const { max_driving_duration = max_working_duration } = rules;
  const { max_daily_driving_duration, max_daily_duration, daily_rest_duration } = rules;
  const { weekly_rest_duration, max_weekly_duration } = rules;
  const hasWeeks = weekly_rest_duration !== undefined || max_weekly_duration !== undefined;
  const hasDays = max_daily_driving_duration !== undefined || max_daily_duration !== undefined;
  const needed = {
    max_driving_duration,
    break_duration,
    ...(hasDays ? { daily_rest_duration } : {}),
    ...(hasWeeks ? { weekly_rest_duration, max_weekly_duration } : {}),
  };
  for (const [field, value] of Object.entries(needed)) {
    if (value !== undefined) continue;
    const comment = `Driving rules require ${field}, or a preset that includes it.`;
    report.problem(`${pointer}/${field}`, 'missing_field', comment);
  }
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
          }
        : undefined,
    week:
      weekly_rest_duration !== undefined && max_weekly_duration !== undefined
        ? { restSeconds: weekly_rest_duration, spanSecondsMax: max_weekly_duration }
        : undefined,
    weeklyDrivingSecondsMax: rules.max_weekly_driving_duration,
    twoWeekDrivingSecondsMax: rules.max_two_week_driving_duration,
    shiftRestSeconds: entry.preset === undefined ? undefined : daily_rest_duration,
  };
}
