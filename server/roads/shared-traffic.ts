/**
 * The traffic that holds, in memory that all threads of a group share: beside the costs in the core, which change with it.
 *
 * A request needs both, windows and factors from here and costs from the core, and must not mix old with new. Its
 * costs are fixed once its places are on roads, so it is enough that nothing has changed while it put them there:
 *
 *   writer   sequence + 1 (odd: changing) ──► the core's costs, the bytes here ──► sequence + 1 (even)
 *   reader   an even sequence ──► take traffic, put places on roads ──► the same sequence? else again
 *
 * (A sequence lock.) Readers wait only while the traffic file's content changes; where the rules alone are new, a request
 * reads one profile's costs, which the core replaces in one step, so nothing can be mixed. Requests that have begun are
 * neither waited for nor disturbed. There is one writer at a time: the event loop sees to that.
 */
import { createHash } from 'node:crypto';
import {
  parseTrafficFile,
  trafficWindows,
  type TrafficFile,
  type TrafficWindows,
} from '../travel/index.js';

/** More than any traffic file takes once it is written without spaces: 8 × 24 intervals, 5 × 16 bands. */
const TRAFFIC_BYTES_MAX = 64 * 1024;
/** Readers look at their request's flag so often while they wait. */
const WAIT_STEP_MS = 20;
/** The first speeds take as long as reading the largest speeds file, about a second. */
const FIRST_SPEEDS_DEADLINE_MS = 60_000;

const CLAIMED = 0;
const SEQUENCE = 1;
const BYTE_COUNT = 2;
/** Odd: the first speeds of the group are still to be set. */
const FIRST_SEQUENCE = 1;

export type SharedTraffic = {
  /** At `CLAIMED`, `SEQUENCE`, `BYTE_COUNT`. */
  state: Int32Array<SharedArrayBuffer>;
  /** JSON of the traffic file. */
  traffic: Uint8Array<SharedArrayBuffer>;
};

export type Traffic = {
  file: TrafficFile;
  windows: TrafficWindows;
  /** Equal for equal files, also of other groups of threads. */
  version: string;
};

export function createSharedTraffic(): SharedTraffic {
  const state = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  state[SEQUENCE] = FIRST_SEQUENCE;
  return { state, traffic: new Uint8Array(new SharedArrayBuffer(TRAFFIC_BYTES_MAX)) };
}

/** True for one thread of the group: it has to set the first speeds. The others wait until it has. */
export function claimFirst({ state }: SharedTraffic): boolean {
  if (Atomics.compareExchange(state, CLAIMED, 0, 1) === 0) return true;
  if (Atomics.load(state, SEQUENCE) !== FIRST_SEQUENCE) return false;
  if (Atomics.wait(state, SEQUENCE, FIRST_SEQUENCE, FIRST_SPEEDS_DEADLINE_MS) === 'timed-out') {
    throw new Error('the thread that sets the first speeds does not come to an end');
  }
  return false;
}

/**
 * Publishes traffic, and puts costs into the core by `setCosts`, together as readers see it. When `setCosts` throws,
 * it has changed nothing, and the shared traffic stays as it is.
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
   * Calls `take` at a moment at which traffic and costs belong together, if need be again: what it took before is then
   * given to `discard`. Undefined when `shouldStop` said so.
   */
  read: <Taken>(
    take: () => Taken,
    discard: (taken: Taken) => void,
    shouldStop: () => boolean,
  ) => { traffic: Traffic; taken: Taken } | undefined;
};

/** One per thread. */
export function createSpeedsReader(shared: SharedTraffic): SpeedsReader {
  const { state } = shared;
  let known: { sequence: number; traffic: Traffic } | undefined;

  /** Undefined while it changes. */
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

/** A copy: what is shared may change at any time. */
function bytesOf({ state, traffic }: SharedTraffic): Buffer {
  return Buffer.from(traffic.slice(0, state[BYTE_COUNT]));
}
