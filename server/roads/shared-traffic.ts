/**
 * The current traffic file, in memory shared by all threads of a group. The costs in the core change together with it.
 *
 * A request needs windows and factors from here and costs from the core, and must not mix old with new. Its costs are
 * fixed once its places are on roads, so it is enough that nothing changes while the request snaps its places. A
 * sequence lock ensures this:
 *
 *   writer   sequence + 1 (odd: changing) ──► the core's costs, the bytes here ──► sequence + 1 (even)
 *   reader   an even sequence ──► take traffic, snap places ──► the same sequence? if not, again
 *
 * Readers wait only while the content of the traffic file changes. If only the rules are new, a request reads the costs
 * of one profile, which the core replaces in one step, so nothing can be mixed. The writer neither waits for requests
 * that are running nor disturbs them. The event loop ensures that there is only one writer at a time.
 */
import { createHash } from 'node:crypto';
import {
  parseTrafficFile,
  trafficWindows,
  type TrafficFile,
  type TrafficWindows,
} from '../travel/index.js';

/** Larger than any traffic file without white space: 8 × 24 intervals and 5 × 16 speed bands. */
const TRAFFIC_BYTES_MAX = 64 * 1024;
/** How often waiting readers check the flag of their request. */
const WAIT_STEP_MS = 20;
/** Setting the first speeds takes about as long as reading the largest speeds file: a second. */
const FIRST_SPEEDS_DEADLINE_MS = 60_000;

const CLAIMED = 0;
const SEQUENCE = 1;
const BYTE_COUNT = 2;
/** Odd, because the first speeds of the group have not been set yet. */
const FIRST_SEQUENCE = 1;

export type SharedTraffic = {
  /** Indexed by `CLAIMED`, `SEQUENCE` and `BYTE_COUNT`. */
  state: Int32Array<SharedArrayBuffer>;
  /** The traffic file as JSON, in the first `BYTE_COUNT` bytes. */
  traffic: Uint8Array<SharedArrayBuffer>;
};

export type Traffic = {
  file: TrafficFile;
  windows: TrafficWindows;
  /** Equal for equal files, also across groups of threads. */
  version: string;
};

export function createSharedTraffic(): SharedTraffic {
  const state = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  state[SEQUENCE] = FIRST_SEQUENCE;
  return { state, traffic: new Uint8Array(new SharedArrayBuffer(TRAFFIC_BYTES_MAX)) };
}

/** Returns true in one thread of the group, which must set the first speeds. In the others, waits until it has. */
export function claimFirst({ state }: SharedTraffic): boolean {
  if (Atomics.compareExchange(state, CLAIMED, 0, 1) === 0) return true;
  if (Atomics.load(state, SEQUENCE) !== FIRST_SEQUENCE) return false;
  if (Atomics.wait(state, SEQUENCE, FIRST_SEQUENCE, FIRST_SPEEDS_DEADLINE_MS) === 'timed-out') {
    throw new Error('the thread that sets the first speeds does not come to an end');
  }
  return false;
}

/**
 * Publishes the traffic and calls `setCosts` to update the core; readers see both changes at once. If `setCosts`
 * throws, it must not have changed anything, and the shared traffic stays as it is.
 */
export function publish(shared: SharedTraffic, traffic: TrafficFile, setCosts: () => void): void {
  const { state } = shared;
  const bytes = Buffer.from(JSON.stringify(traffic));
  if (bytes.length > shared.traffic.length) throw new Error('the traffic file is too large');
  const sequence = Atomics.load(state, SEQUENCE);
  const isFirst = sequence === FIRST_SEQUENCE;
  if (!isFirst && bytes.equals(bytesOf(shared))) {
    setCosts();
    return;
  }
  if (!isFirst) Atomics.store(state, SEQUENCE, sequence + 1);
  try {
    setCosts();
    shared.traffic.set(bytes);
    state[BYTE_COUNT] = bytes.length;
    Atomics.store(state, SEQUENCE, isFirst ? sequence + 1 : sequence + 2);
  } catch (error) {
    Atomics.store(state, SEQUENCE, sequence);
    throw error;
  } finally {
    Atomics.notify(state, SEQUENCE);
  }
}

export type SpeedsReader = {
  /**
   * Calls `take` at a moment when traffic and costs belong together. If they change during the call, the result is
   * passed to `discard` and `take` is called again. Returns undefined if `shouldStop` returned true.
   */
  read: <Taken>(
    take: () => Taken,
    discard: (taken: Taken) => void,
    shouldStop: () => boolean,
  ) => { traffic: Traffic; taken: Taken } | undefined;
};

/** Creates a reader. Each thread needs its own. */
export function createSpeedsReader(shared: SharedTraffic): SpeedsReader {
  const { state } = shared;
  let known: { sequence: number; traffic: Traffic } | undefined;

  /** Returns undefined if the traffic changes meanwhile. */
  function trafficAt(sequence: number): Traffic | undefined {
    if (known?.sequence === sequence) return known.traffic;
    const bytes = bytesOf(shared);
    if (Atomics.load(state, SEQUENCE) !== sequence) return undefined;
    const parsed = parseTrafficFile(bytes.toString());
    if (parsed.kind === 'bad')
      throw new Error(`the shared traffic is damaged: ${parsed.problems.join()}`);
    const { file } = parsed;
    const version = createHash('sha256').update(bytes).digest('hex');
    known = { sequence, traffic: { file, windows: trafficWindows(file), version } };
    return known.traffic;
  }

  return {
    read: (take, discard, shouldStop) => {
      while (!shouldStop()) {
        const sequence = Atomics.load(state, SEQUENCE);
        if (sequence % 2 === 1) {
          Atomics.wait(state, SEQUENCE, sequence, WAIT_STEP_MS);
          continue;
        }
        const traffic = trafficAt(sequence);
        if (traffic === undefined) continue;
        const taken = take();
        if (Atomics.load(state, SEQUENCE) === sequence) return { traffic, taken };
        discard(taken);
      }
      return undefined;
    },
  };
}

/** Returns a copy, because shared bytes may change at any time. */
function bytesOf({ state, traffic }: SharedTraffic): Buffer {
  return Buffer.from(traffic.slice(0, state[BYTE_COUNT]));
}
