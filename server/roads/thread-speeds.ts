/**
 * Speeds inside an engine thread: the first ones, set once for the group, and those that an operator gives later.
 */
import { SpeedRules, setSpeeds } from '#wasm';
import type { HandlerResult } from '../engine/index.js';
import {
  parseTravelSpeeds,
  type SpeedRule,
  type SpeedsFiles,
  type TravelSpeeds,
} from '../travel/index.js';
import {
  claimFirst,
  createSpeedsReader,
  publish,
  type SharedTraffic,
  type SpeedsReader,
} from './shared-traffic.js';

/** What a group of threads starts with. */
export type SpeedsSettings = { files: SpeedsFiles; shared: SharedTraffic };

export type SetSpeedsOutput =
  | { kind: 'applied'; windowCount: number; ruleCount: number }
  | { kind: 'refused'; problems: readonly string[] };

export type SetSpeedsTask = { set_speeds: { input: SpeedsFiles; output: SetSpeedsOutput } };

export type ThreadSpeeds = SpeedsReader & {
  /** The pool's handler: reads and checks the files, and gives new costs to all profiles that are loaded. */
  setSpeeds: (files: SpeedsFiles) => HandlerResult<SetSpeedsOutput>;
};

/** Sets the first speeds, unless another thread of the group has. */
export function createThreadSpeeds({ files, shared }: SpeedsSettings): ThreadSpeeds {
  if (claimFirst(shared)) {
    const outcome = apply(shared, files);
    if (outcome.kind === 'refused') throw new Error(outcome.problems.join('\n'));
  }
  return {
    ...createSpeedsReader(shared),
    setSpeeds: (next) => ({ kind: 'done', output: apply(shared, next) }),
  };
}

function apply(shared: SharedTraffic, files: SpeedsFiles): SetSpeedsOutput {
  const outcome = parseTravelSpeeds(files);
  if (outcome.kind === 'bad') return { kind: 'refused', problems: outcome.problems };
  const { traffic, rules } = outcome.speeds;
  withCoreRules(rules, (coreRules) => {
    publish(shared, traffic, () => {
      setTrafficSpeeds(traffic, coreRules);
    });
  });
  return {
    kind: 'applied',
    windowCount: traffic.weekday_windows.length,
    ruleCount: rules.length,
  };
}

/** For an instance that shares no traffic, since nobody else looks at its costs. */
export function setSpeedsAlone({ traffic, rules }: TravelSpeeds): void {
  withCoreRules(rules, (coreRules) => {
    setTrafficSpeeds(traffic, coreRules);
  });
}

function withCoreRules(rules: readonly SpeedRule[], use: (coreRules: SpeedRules) => void): void {
  const coreRules = new SpeedRules();
  try {
    for (const rule of rules) addRule(coreRules, rule);
    use(coreRules);
  } finally {
    coreRules.free();
  }
}

function addRule(coreRules: SpeedRules, { place, roadClass, laneMask, change }: SpeedRule): void {
  const isFactor = change.kind === 'factor';
  coreRules.add(
    place.kind === 'way' ? place.wayId : 0,
    Float64Array.from(place.kind === 'area' ? place.cornerDegrees : []),
    roadClass ?? '',
    laneMask,
    isFactor,
    isFactor ? change.factor : change.kilometersPerHour,
  );
}

/** Gives the core a traffic file's speeds and the rules; profiles that are loaded get new costs. */
export function setTrafficSpeeds(traffic: TravelSpeeds['traffic'], coreRules: SpeedRules): void {
  const factors = (of: typeof traffic.weekend_speed_factors): number[] => [
    of.motorway,
    of.primary,
    of.tertiary,
    of.residential,
  ];
  setSpeeds(
    Float64Array.from(traffic.weekday_windows.flatMap((window) => factors(window.speed_factors))),
    Float64Array.from(factors(traffic.weekend_speed_factors)),
    coreRules,
  );
}
