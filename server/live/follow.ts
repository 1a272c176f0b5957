/**
 * Keeps the live speeds of this process up to date: polls the store twice a second, and applies new and expired rules.
 *
 *     another process writes ──► version differs ──► read the rules ─┐
 *     time passes ──────────────────────────────────► some expired ──┴─► apply those in force ──► in force
 *                                                                              │
 *                                                                              └─ failed: again after 10 s
 *
 * The store has one set of rules with a version number; which of the rules are in force depends on the clock. So
 * answers name both: `17.2` is the seventeenth set without the two of its rules that have expired. This name is the
 * same in all processes, and after a restart.
 *
 * While the store is away, no new rules arrive, but rules still expire.
 */
import type { Store } from '../storage/index.js';
import type { LiveSpeeds, SpeedsFileRule } from '../travel/index.js';
import { expiryOf, readRecord, readVersion, type LiveSpeedsRecord } from './records.js';
import type { ExpiringRule } from './read.js';

/** Together with the 0.1 s that a customization takes, everything is applied well within 2 s. */
const LOOK_MS = 500;
/** The pause after speeds could not be applied, because the engine was busy or they would need too much memory. */
const FAILED_MS = 10_000;

export type LiveSpeedsState = {
  /** The version number of the set. */
  number: number;
  /** Such as `17.2`. */
  version: string;
  isInForce: boolean;
  /** Undefined if none have ever been set. */
  changedAtMs: number | undefined;
  /** The rules that have not expired. */
  rules: readonly ExpiringRule[];
};

export type LiveSpeedsFollower = {
  /** Polls the store. Resolves once its rules are applied or could not be. Rejects if the store cannot be read. */
  look: () => Promise<void>;
  state: () => LiveSpeedsState;
  stop: () => Promise<void>;
};

export type FollowerOptions = {
  store: Store;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Applies speeds in this process; undefined means none. Resolves with false if that failed; the log says why. */
  apply: (live: LiveSpeeds | undefined) => Promise<boolean>;
};

/** Starts to poll the store. The first poll is after `LOOK_MS`, or at the first call of `look`. */
export function followLiveSpeeds({ store, clock, apply }: FollowerOptions): LiveSpeedsFollower {
  let record: LiveSpeedsRecord = { version: 0, changedAtMs: 0, rules: [] };
  let expiriesMs: readonly number[] = [];
  let applied = '0.0';
  let failed: { name: string; untilMs: number } | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isWaited = false;

  const expiredCount = (): number => expiriesMs.filter((atMs) => atMs <= clock()).length;
  const nameNow = (): string => `${record.version}.${expiredCount()}`;
  const inForce = (): readonly ExpiringRule[] => {
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
    // An error of this poll does not concern the next one.
    looking = next.catch(() => undefined);
    return next;
  }

  // Polls that fall due while a slow one is running are skipped.
  const timer = setInterval(() => {
    if (isWaited) return;
    isWaited = true;
    look()
      // The store is away, which the readiness check reports.
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

function liveOf(version: string, rules: readonly ExpiringRule[]): LiveSpeeds | undefined {
  if (rules.length === 0) return undefined;
  const bytes = Buffer.from(JSON.stringify({ rules: rules.map(fileRuleOf) }));
  const file = new Uint8Array(new SharedArrayBuffer(bytes.length));
  file.set(bytes);
  return { version, file };
}

/** Returns the rule in the form of the speeds file: latitude first, and the ring without its repeated last position. */
function fileRuleOf({
  expires_at: _,
  area,
  bounding_box: box,
  ...rule
}: ExpiringRule): SpeedsFileRule {
  if (box !== undefined) return { ...rule, area: box };
  const ring = area?.coordinates[0];
  if (ring === undefined) return rule;
  return {
    ...rule,
    area: ring.slice(1).map(([longitude = 0, latitude = 0]) => [latitude, longitude]),
  };
}
