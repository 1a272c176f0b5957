/**
 * Live speeds as this process has them: it looks at the store twice a second, and applies what is new or has expired.
 *
 *     another process writes ──► version differs ──► read the rules ─┐
 *     time passes ──────────────────────────────────► some expired ──┴─► apply those in force ──► in force
 *                                                                              │
 *                                                                              └─ failed: once more after a while
 *
 * What the store keeps is one set of rules under a version that counts; which of them are in force is a matter of the
 * clock. So answers name both: `17.2` is the seventeenth set without the two of its rules that have expired. It is the same
 * in all processes, and after a restart.
 *
 * While the store is away nothing new is heard of, and rules expire all the same.
 */
import type { Store } from '../storage/index.js';
import type { LiveSpeeds, SpeedsFileRule } from '../travel/index.js';
import { expiryOf, readRecord, readVersion, type LiveSpeedsRecord } from './records.js';
import type { KeptRule } from './read.js';

/** With the 0.1 s that new costs take, everything is applied well within 2 s. */
const LOOK_MS = 500;
/** Speeds that could not be applied: the engine has no room now, or they would take more memory than there is. */
const FAILED_MS = 10_000;

export type LiveSpeedsState = {
  /** Of the set. */
  number: number;
  /** Such as `17.2`. */
  version: string;
  isInForce: boolean;
  /** Undefined: none have ever been given. */
  changedAtMs: number | undefined;
  /** Those that have not expired. */
  rules: readonly KeptRule[];
};

export type LiveSpeedsFollower = {
  /** Resolves when what the store has now is applied, or could not be. Rejects when the store cannot be read. */
  look: () => Promise<void>;
  state: () => LiveSpeedsState;
  stop: () => Promise<void>;
};

export type FollowerOptions = {
  store: Store;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Gives speeds to this process; undefined is none. False: it could not be done, and the log says why. */
  apply: (live: LiveSpeeds | undefined) => Promise<boolean>;
};

/** Begins to look at once; `look` says when that is done. */
export function followLiveSpeeds({ store, clock, apply }: FollowerOptions): LiveSpeedsFollower {
  let record: LiveSpeedsRecord = { version: 0, changedAtMs: 0, rules: [] };
  let expiriesMs: readonly number[] = [];
  let applied = '0.0';
  let failed: { name: string; untilMs: number } | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isWaited = false;

  const expiredCount = (): number => expiriesMs.filter((atMs) => atMs <= clock()).length;
  const nameNow = (): string => `${record.version}.${expiredCount()}`;
  const inForce = (): readonly KeptRule[] => {
    const nowMs = clock();
    return record.rules.filter((_, idx) => (expiriesMs[idx] ?? 0) > nowMs);
  };

  async function settle(): Promise<void> {
    const name = nameNow();
    if (name === applied) return;
    if (failed?.name === name && clock() < failed.untilMs) return;
    const isDone = await apply(liveOf(name, inForce()));
    if (isDone) applied = name;
    failed = isDone ? undefined : { name, untilMs: clock() + FAILED_MS };
  }

  async function lookNow(): Promise<void> {
    try {
      if ((await readVersion(store)) !== record.version) {
        record = await readRecord(store);
        expiriesMs = record.rules.map(expiryOf);
      }
    } finally {
      await settle();
    }
  }

  function look(): Promise<void> {
    const next = looking.then(lookNow);
    // What this one met does not concern the next.
    looking = next.catch(() => undefined);
    return next;
  }

  // One that takes long is not followed by all those that were due meanwhile.
  const timer = setInterval(() => {
    if (isWaited) return;
    isWaited = true;
    look()
      // The store is away, of which readiness tells.
      .catch(() => undefined)
      .finally(() => {
        isWaited = false;
      });
  }, LOOK_MS).unref();

  return {
    look,
    state: () => {
      const name = nameNow();
      return {
        number: record.version,
        version: name,
        isInForce: name === applied,
        changedAtMs: record.version === 0 ? undefined : record.changedAtMs,
        rules: inForce(),
      };
    },
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
}

function liveOf(version: string, rules: readonly KeptRule[]): LiveSpeeds | undefined {
  if (rules.length === 0) return undefined;
  const bytes = Buffer.from(JSON.stringify({ rules: rules.map(fileRuleOf) }));
  const file = new Uint8Array(new SharedArrayBuffer(bytes.length));
  file.set(bytes);
  return { version, file };
}

/** As a speeds file has it: latitude first, and no position twice. */
function fileRuleOf({ expires_at: _, area, bounding_box: box, ...rule }: KeptRule): SpeedsFileRule {
  if (box !== undefined) return { ...rule, area: box };
  const ring = area?.coordinates[0];
  if (ring === undefined) return rule;
  return {
    ...rule,
    area: ring.slice(1).map(([longitude = 0, latitude = 0]) => [latitude, longitude]),
  };
}
