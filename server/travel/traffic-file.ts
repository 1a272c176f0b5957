/**
 * The traffic file: the windows of a weekday, how fast traffic flows in each, and the speeds of estimates.
 *
 * The file is JSON (`docs/traffic.md`). The default is `traffic.json` in this folder; operators may provide their own.
 * Parsing is strict, and all faults are reported at once: a gap in the day, for example, would otherwise cause wrong
 * arrival times long after the start.
 */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { DAY_SECONDS, TIME_OF_DAY_PATTERN, parseTimeOfDay } from '../time/index.js';
import { parseJson, schemaFaults } from './file-faults.js';
import { PROFILES, SPEED_FACTOR_MIN } from './profiles.js';

/** Groups of road classes; each traffic window has one speed factor per group. */
export const ROAD_CLASSES = ['motorway', 'primary', 'tertiary', 'residential'] as const;
export type RoadClass = (typeof ROAD_CLASSES)[number];

/** Metrics of road maps have this many lanes for weekday windows. */
export const WEEKDAY_WINDOW_COUNT_MAX = 8;
const SPEED_BAND_COUNT_MAX = 16;

const timeOfDay = Type.String({ pattern: TIME_OF_DAY_PATTERN });
const speedFactor = Type.Number({ minimum: 0.01, maximum: 2 });
const speedFactors = Type.Object(
  { motorway: speedFactor, primary: speedFactor, tertiary: speedFactor, residential: speedFactor },
  { additionalProperties: false },
);
const profile = Type.Object(
  {
    follows_traffic: Type.Boolean(),
    detour_factor: Type.Number({ minimum: 1, maximum: 5 }),
    speed_bands: Type.Array(
      Type.Object(
        {
          road_class: Type.Enum([...ROAD_CLASSES]),
          until_meters: Type.Union([Type.Number({ exclusiveMinimum: 0 }), Type.Null()]),
          kilometers_per_hour: Type.Number({ minimum: 0.1, maximum: 500 }),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: SPEED_BAND_COUNT_MAX },
    ),
  },
  { additionalProperties: false },
);
const trafficFileSchema = Type.Object(
  {
    weekday_windows: Type.Array(
      Type.Object(
        {
          intervals: Type.Array(
            Type.Object(
              { start_time: timeOfDay, end_time: timeOfDay },
              { additionalProperties: false },
            ),
            { minItems: 1, maxItems: 24 },
          ),
          speed_factors: speedFactors,
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: WEEKDAY_WINDOW_COUNT_MAX },
    ),
    weekend_speed_factors: speedFactors,
    profiles: Type.Object(
      { car: profile, van: profile, truck: profile, bicycle: profile, foot: profile },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type TrafficFile = Static<typeof trafficFileSchema>;

const validator = Compile(trafficFileSchema);

/** The result of `parseTrafficFile`: the file, or all of its faults. */
export type TrafficFileOutcome =
  { kind: 'ok'; file: TrafficFile } | { kind: 'bad'; problems: readonly string[] };

export function parseTrafficFile(text: string): TrafficFileOutcome {
  const parsed = parseJson(text);
  if ('fault' in parsed) return { kind: 'bad', problems: [parsed.fault] };
  const { value } = parsed;
  if (!validator.Check(value)) return { kind: 'bad', problems: schemaFaults(validator, value) };
  const problems = [...dayProblems(value), ...bandProblems(value), ...paceProblems(value)];
  return problems.length === 0 ? { kind: 'ok', file: value } : { kind: 'bad', problems };
}

/** The weekday windows must cover every second of the day exactly once. */
function dayProblems(file: TrafficFile): string[] {
  const problems: string[] = [];
  const spans = file.weekday_windows.flatMap((window, windowIdx) =>
    window.intervals.map((interval, intervalIdx) => ({
      pointer: `/weekday_windows/${windowIdx}/intervals/${intervalIdx}`,
      first: parseTimeOfDay(interval.start_time) ?? 0,
      last: parseTimeOfDay(interval.end_time) ?? 0,
    })),
  );
  for (const span of spans) {
    if (span.last < span.first) {
      problems.push(`${span.pointer} ends before it starts; split it at midnight`);
    }
  }
  if (problems.length > 0) return problems;
  spans.sort((a, b) => a.first - b.first);
  let nextSecond = 0;
  for (const span of spans) {
    if (span.first > nextSecond) problems.push(`${span.pointer} leaves a gap before it`);
    if (span.first < nextSecond) problems.push(`${span.pointer} overlaps another interval`);
    nextSecond = Math.max(nextSecond, span.last + 1);
  }
  if (nextSecond !== DAY_SECONDS) problems.push('/weekday_windows do not reach 23:59:59');
  return problems;
}

/** Speed bands must ascend, and only the last one is open-ended. */
function bandProblems(file: TrafficFile): string[] {
  const problems: string[] = [];
  for (const name of PROFILES) {
    const bands = file.profiles[name].speed_bands;
    let untilMeters = 0;
    bands.forEach((band, bandIdx) => {
      const pointer = `/profiles/${name}/speed_bands/${bandIdx}/until_meters`;
      const isLast = bandIdx === bands.length - 1;
      if (band.until_meters === null) {
        if (!isLast) problems.push(`${pointer} may be null in the last band only`);
        return;
      }
      if (isLast) problems.push(`${pointer} must be null: the last band has no end`);
      if (band.until_meters <= untilMeters) problems.push(`${pointer} must ascend`);
      untilMeters = band.until_meters;
    });
  }
  return problems;
}

/** Half the circumference of the Earth, rounded up: no great-circle distance is longer. */
const LONGEST_TRIP_METERS = 20_016_000;
/** Travel times are 32-bit seconds in the core and stay below its sentinel (2^31 / 4). */
const LONGEST_TRIP_SECONDS = 500_000_000;

/** The slowest vehicle must be able to travel halfway around the Earth in a time that the core can represent. */
function paceProblems(file: TrafficFile): string[] {
  const factors = [
    file.weekend_speed_factors,
    ...file.weekday_windows.map((window) => window.speed_factors),
  ];
  return PROFILES.flatMap((name) => {
    const profile = file.profiles[name];
    const slowest = Math.min(
      ...profile.speed_bands.map((band) => {
        const factor = Math.min(...factors.map((each) => each[band.road_class]));
        return (band.kilometers_per_hour / 3.6) * (profile.follows_traffic ? factor : 1);
      }),
    );
    const meters = LONGEST_TRIP_METERS * profile.detour_factor;
    const seconds = meters / (slowest * SPEED_FACTOR_MIN);
    if (seconds < LONGEST_TRIP_SECONDS) return [];
    return [
      `/profiles/${name} is too slow: its slowest trip round the Earth takes ${Math.round(seconds)} s`,
    ];
  });
}
