/**
 * The speeds file: what an operator knows better about the speed of single roads, areas or classes of roads.
 *
 *   a rule  =  where (way, or area, or everywhere) × road class × windows  →  a factor on the speed, or the speed
 *
 * Rules are applied in their order, each to what the ones before it have left (`docs/speeds.md`). Reading the file is
 * strict, and every fault is reported at once. At the largest size that is taken, reading takes about a second, so once
 * the service has started it is read in an engine thread.
 */
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { FAULT_COUNT_MAX, parseJson, schemaFaults } from './file-faults.js';
import { WEEKDAY_WINDOW_COUNT_MAX } from './traffic-file.js';
import { FREE_FLOW_LANE, WEEKEND_LANE } from './windows.js';

/** OpenStreetMap's values of `highway`, and those of roads that have none; `other` is what fits nowhere. */
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
   * Of all areas together. Each is held against every road in the box around its area whenever costs are computed: 0.14 s
   * for a profile of Porto and a thousand corners around all of it.
   */
  corners: 20_000,
  /** For all roads of a class, or all roads: a thousand of them take 3 s more there. */
  rulesEverywhere: 1_000,
} as const;
/** Of an area that is given as a bounding box. */
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

/** A rule as the file has it. */
export type SpeedsFileRule = Static<typeof ruleSchema>;

/** A rule as the core takes it. */
export type SpeedRule = {
  place:
    | { kind: 'everywhere' }
    | { kind: 'way'; wayId: number }
    /** Latitude and longitude of each corner of a polygon. */
    | { kind: 'area'; cornerDegrees: readonly number[] };
  /** Absent: all of them. */
  roadClass: (typeof OSM_ROAD_CLASSES)[number] | undefined;
  /** Bit `n` for lane `n` of road maps. */
  laneMask: number;
  change: { kind: 'factor'; factor: number } | { kind: 'speed'; kilometersPerHour: number };
};

/** What `parseSpeedsFile` makes of a text: the rules, or everything that is wrong with it. */
export type SpeedsFileOutcome =
  { kind: 'ok'; rules: readonly SpeedRule[] } | { kind: 'bad'; problems: readonly string[] };

/** `windowCount`: how many weekday windows the traffic file has. */
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

/** What the schema cannot say. Passes over whatever has the wrong shape, which the schema reports. */
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
      // Beyond what any traffic file may have, the schema says so.
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

/** A side across the 180th meridian would be taken for the one that goes around the Earth the other way. */
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

/** Without windows a rule holds in all lanes, free flow included. */
function laneMaskOf(windows: Static<typeof ruleSchema>['windows']): number {
  const lanes = windows?.map((window) => (typeof window === 'number' ? window : WEEKEND_LANE)) ?? [
    ...WINDOW_INDEXES,
    WEEKEND_LANE,
    FREE_FLOW_LANE,
  ];
  return lanes.reduce((mask, lane) => mask | (1 << lane), 0);
}
