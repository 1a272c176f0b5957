/**
 * The speeds file, by which an operator corrects the speeds of single roads, areas or classes of roads.
 *
 *   a rule  =  where (way, or area, or everywhere) × road class × windows  →  a factor for the speed, or the speed
 *
 * Rules are applied in order, each to the result of the rules before it (`docs/speeds.md`). Parsing is strict, and all
 * faults are reported at once. Reading a file of the maximum size takes about a second, so after the start of the
 * service, the file is read in an engine thread.
 */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { FAULT_COUNT_MAX, parseJson, schemaFaults } from './file-faults.js';
import { WEEKDAY_WINDOW_COUNT_MAX } from './traffic-file.js';
import { FREE_FLOW_LANE, WEEKEND_LANE } from './windows.js';

/** The OpenStreetMap values of `highway`, and classes of roads without one; `other` is for roads of no other class. */
export const OSM_ROAD_CLASSES = [
  'motorway',
  'motorway_link',
  'trunk',
  'trunk_link',
  'primary',
  'primary_link',
  'secondary',
  'secondary_link',
  'tertiary',
  'tertiary_link',
  'unclassified',
  'residential',
  'living_street',
  'service',
  'track',
  'pedestrian',
  'footway',
  'cycleway',
  'path',
  'steps',
  'ferry',
  'shuttle_train',
  'other',
] as const;

export const SPEEDS_FILE_LIMITS = {
  rules: 100_000,
  rulesWithArea: 1_000,
  cornersOfArea: 1_000,
  /**
   * The corners of all areas together. Whenever costs are computed, each corner is compared with every road in the
   * bounding box of its area: 0.14 s for a profile of Porto and an area of a thousand corners around the whole map.
   */
  corners: 20_000,
  /** Rules for all roads or all roads of a class: a thousand of them add 3 s for the same profile. */
  rulesEverywhere: 1_000,
} as const;
/** The number of corners of an area that is given as a bounding box. */
const BOX_CORNER_COUNT = 4;

const WEEKEND = 'weekend';
const WINDOW_INDEXES = Array.from({ length: WEEKDAY_WINDOW_COUNT_MAX }, (_, idx) => idx);

const latitude = Type.Number({ minimum: -90, maximum: 90 });
const longitude = Type.Number({ minimum: -180, maximum: 180 });
const areaSchema = Type.Union([
  Type.Array(Type.Tuple([latitude, longitude]), {
    minItems: 3,
    maxItems: SPEEDS_FILE_LIMITS.cornersOfArea,
  }),
  Type.Object(
    { south: latitude, west: longitude, north: latitude, east: longitude },
    { additionalProperties: false },
  ),
]);
const ruleSchema = Type.Object(
  {
    road_class: Type.Optional(Type.Enum([...OSM_ROAD_CLASSES])),
    way: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    area: Type.Optional(areaSchema),
    windows: Type.Optional(
      Type.Array(Type.Enum([...WINDOW_INDEXES, WEEKEND]), { minItems: 1, uniqueItems: true }),
    ),
    speed_factor: Type.Optional(Type.Number({ minimum: 0.01, maximum: 10 })),
    kilometers_per_hour: Type.Optional(Type.Number({ minimum: 0.1, maximum: 500 })),
  },
  { additionalProperties: false },
);
const speedsFileSchema = Type.Object(
  { rules: Type.Array(ruleSchema, { maxItems: SPEEDS_FILE_LIMITS.rules }) },
  { additionalProperties: false },
);

const validator = Compile(speedsFileSchema);

/** A rule in the format of the file. */
export type SpeedsFileRule = Static<typeof ruleSchema>;

/** A rule in the form that the core takes. */
export type SpeedRule = {
  place:
    | { kind: 'everywhere' }
    | { kind: 'way'; wayId: number }
    /** Latitude and longitude of each corner of a polygon. */
    | { kind: 'area'; cornerDegrees: readonly number[] };
  /** Undefined: all road classes. */
  roadClass: (typeof OSM_ROAD_CLASSES)[number] | undefined;
  /** Bit `n` stands for lane `n` of road maps. */
  laneMask: number;
  change: { kind: 'factor'; factor: number } | { kind: 'speed'; kilometersPerHour: number };
};

/** The result of `parseSpeedsFile`: the rules, or all faults of the file. */
export type SpeedsFileOutcome =
  { kind: 'ok'; rules: readonly SpeedRule[] } | { kind: 'bad'; problems: readonly string[] };

/** Parses a speeds file. `windowCount` is the number of weekday windows in the traffic file. */
export function parseSpeedsFile(text: string, windowCount: number): SpeedsFileOutcome {
  const parsed = parseJson(text);
  if ('fault' in parsed) return { kind: 'bad', problems: [parsed.fault] };
  const { value } = parsed;
  const fits = validator.Check(value);
  const faults = [
    ...(fits ? [] : schemaFaults(validator, value)),
    ...crossFieldFaults(value, windowCount),
  ].slice(0, FAULT_COUNT_MAX);
  return fits && faults.length === 0
    ? { kind: 'ok', rules: value.rules.map(ruleOf) }
    : { kind: 'bad', problems: faults };
}

/** Returns the faults that the schema cannot express. Skips everything of the wrong shape, which the schema reports. */
function crossFieldFaults(value: unknown, windowCount: number): string[] {
  const rules: unknown = isRecord(value) ? value['rules'] : undefined;
  if (!Array.isArray(rules)) return [];
  const faults: string[] = [];
  let areaCount = 0;
  let cornerCount = 0;
  let everywhereCount = 0;
  rules.forEach((rule: unknown, ruleIdx) => {
    if (!isRecord(rule)) return;
    const { area } = rule;
    if (area !== undefined) {
      areaCount += 1;
      cornerCount += Array.isArray(area) ? area.length : BOX_CORNER_COUNT;
    } else if (!('way' in rule)) everywhereCount += 1;
    if (faults.length < FAULT_COUNT_MAX) {
      faults.push(...ruleFaults(rule, windowCount).map((fault) => `/rules/${ruleIdx}${fault}`));
    }
  });
  if (areaCount > SPEEDS_FILE_LIMITS.rulesWithArea) {
    faults.push(
      `/rules has ${areaCount} rules with an area; at most ${SPEEDS_FILE_LIMITS.rulesWithArea} may`,
    );
  }
  if (cornerCount > SPEEDS_FILE_LIMITS.corners) {
    faults.push(
      `/rules has areas with ${cornerCount} corners together; at most ${SPEEDS_FILE_LIMITS.corners} may be`,
    );
  }
  if (everywhereCount > SPEEDS_FILE_LIMITS.rulesEverywhere) {
    faults.push(
      `/rules has ${everywhereCount} rules without way and area; at most ${SPEEDS_FILE_LIMITS.rulesEverywhere} may`,
    );
  }
  return faults;
}

function ruleFaults(rule: Readonly<Record<string, unknown>>, windowCount: number): string[] {
  const faults: string[] = [];
  const changeCount = ['speed_factor', 'kilometers_per_hour'].filter((it) => it in rule).length;
  if (changeCount !== 1) {
    faults.push(
      ` must have exactly one of speed_factor and kilometers_per_hour, it has ${changeCount === 0 ? 'none' : 'both'}`,
    );
  }
  if ('way' in rule && 'area' in rule) faults.push(' may have a way or an area, not both');
  const { windows, area } = rule;
  if (Array.isArray(windows)) {
    windows.forEach((window: unknown, idx) => {
      if (typeof window !== 'number' || window < windowCount) return;
      // The schema reports indexes that are too high for any traffic file.
      if (!WINDOW_INDEXES.includes(window)) return;
      faults.push(
        `/windows/${idx} is ${window}, and the last window of the traffic file is ${windowCount - 1}`,
      );
    });
  }
  if (Array.isArray(area) && hasSideAroundTheEarth(area)) {
    faults.push(
      '/area has a side of more than 180 degrees of longitude; split it at the 180th meridian',
    );
  }
  if (isRecord(area)) {
    const { south, north, west, east } = area;
    if (!ascend(south, north)) faults.push('/area must have its south below its north');
    if (!ascend(west, east)) {
      faults.push('/area must have its west below its east; split it at the 180th meridian');
    }
  }
  return faults;
}

/** Whether a side may cross the 180th meridian: it would be taken for one that goes around the Earth the other way. */
function hasSideAroundTheEarth(corners: readonly unknown[]): boolean {
  const longitudes = corners.map((corner) => {
    const degrees: unknown = Array.isArray(corner) ? corner[1] : undefined;
    return typeof degrees === 'number' ? degrees : 0;
  });
  return longitudes.some((degrees, idx) => Math.abs(degrees - (longitudes.at(idx - 1) ?? 0)) > 180);
}

function ascend(low: unknown, high: unknown): boolean {
  return typeof low !== 'number' || typeof high !== 'number' || low < high;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ruleOf(raw: Static<typeof ruleSchema>): SpeedRule {
  return {
    place: placeOf(raw),
    roadClass: raw.road_class,
    laneMask: laneMaskOf(raw.windows),
    change: changeOf(raw),
  };
}

function changeOf(raw: Static<typeof ruleSchema>): SpeedRule['change'] {
  const { speed_factor: factor, kilometers_per_hour: kilometersPerHour } = raw;
  if (factor !== undefined) return { kind: 'factor', factor };
  if (kilometersPerHour !== undefined) return { kind: 'speed', kilometersPerHour };
  throw new Error('a rule without a speed has passed the check');
}

function placeOf({ way, area }: Static<typeof ruleSchema>): SpeedRule['place'] {
  if (way !== undefined) return { kind: 'way', wayId: way };
  if (area === undefined) return { kind: 'everywhere' };
  if (Array.isArray(area)) return { kind: 'area', cornerDegrees: area.flat() };
  const { south, west, north, east } = area;
  return { kind: 'area', cornerDegrees: [south, west, south, east, north, east, north, west] };
}

/** Returns the lanes of a rule. Without windows, it applies in all lanes, including free flow. */
function laneMaskOf(windows: Static<typeof ruleSchema>['windows']): number {
  const lanes = windows?.map((window) => (typeof window === 'number' ? window : WEEKEND_LANE)) ?? [
    ...WINDOW_INDEXES,
    WEEKEND_LANE,
    FREE_FLOW_LANE,
  ];
  return lanes.reduce((mask, lane) => mask | (1 << lane), 0);
}
