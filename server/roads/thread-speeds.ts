/**
 * Speeds inside an engine thread: the first ones, set once for the group, and those that an operator sets later.
 */
import type { HandlerResult } from '../engine/index.js';
import { parseTravelSpeeds, type SpeedsFiles } from '../travel/index.js';
import { moduleRoads } from './module-roads.js';
import type { RoadCore } from './road-core.js';
import {
  claimFirst,
  createSpeedsReader,
  publish,
  type SharedTraffic,
  type SpeedsReader,
} from './shared-traffic.js';

/** The speeds that a group of threads starts with. */
export type SpeedsSettings = { files: SpeedsFiles; shared: SharedTraffic };

export type SetSpeedsOutput =
  | { kind: 'applied'; windowCount: number; ruleCount: number; liveRuleCount: number }
  | { kind: 'refused'; problems: readonly string[] };

export type SetSpeedsTask = { set_speeds: { input: SpeedsFiles; output: SetSpeedsOutput } };

export type ThreadSpeeds = SpeedsReader & {
  /** The pool's handler: reads and checks the files, and recomputes the costs of all loaded profiles. */
  setSpeeds: (files: SpeedsFiles) => HandlerResult<SetSpeedsOutput>;
  /** The number of weekday windows in the current traffic file. */
  windowCount: () => number;
};

/** Creates the speeds of a thread. Sets the first speeds, unless another thread of the group has. */
export function createThreadSpeeds(
  { files, shared }: SpeedsSettings,
  core: RoadCore = moduleRoads,
): ThreadSpeeds {
  if (claimFirst(shared)) {
    const outcome = apply(core, shared, files);
    if (outcome.kind === 'refused') throw new Error(outcome.problems.join('\n'));
  }
  const reader = createSpeedsReader(shared);
  const nothing = (): undefined => undefined;
  return {
    ...reader,
    windowCount: () => {
      const now = reader.read(nothing, nothing, () => false);
      if (now === undefined) throw new Error('it was not asked to stop');
      return now.traffic.windows.weekday.length;
    },
    setSpeeds: (next) => ({ kind: 'done', output: apply(core, shared, next) }),
  };
}

function apply(core: RoadCore, shared: SharedTraffic, files: SpeedsFiles): SetSpeedsOutput {
  const outcome = parseTravelSpeeds(files);
  if (outcome.kind === 'bad') return { kind: 'refused', problems: outcome.problems };
  const { traffic, rules, live } = outcome.speeds;
  publish(shared, traffic, () => {
    core.setSpeeds(outcome.speeds);
  });
  return {
    kind: 'applied',
    windowCount: traffic.weekday_windows.length,
    ruleCount: rules.length,
    liveRuleCount: live?.rules.length ?? 0,
  };
}
