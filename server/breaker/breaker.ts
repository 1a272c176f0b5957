/**
 * A circuit breaker: when a server is found to be away, calls under way are aborted, and new calls are refused at once.
 *
 *     well ──a call waits, none has returned for `quietMs`──► asked ──silent for `answerMs`──► away ──answers──► well
 *       │                                                       └─answers, or refuses──► well
 *       └─────a call has given up waiting (`suspect`)───────► asked ──silent, or refuses──► away
 *                                                               └─answers──► well
 *
 * A server from which nothing returns need not hang: a statement may be long, a lock taken, a body large. Therefore
 * the breaker sends it a probe, a small question on a separate connection, and only the outcome of the probe counts. A
 * server that refuses the probe may be restarting: calls wait for it as long as they choose, and call `suspect` if
 * they waited in vain. While the server is away, it is probed every `againMs`, whether or not there are calls.
 *
 * Time during which this process was suspended or busy computing says nothing about the server, whose answer may lie
 * in a socket that has not been read. Therefore the time for an answer passes in steps, with sockets read between
 * them.
 *
 * Cost: a set entry per call, and one timer while calls are under way.
 */
import { follow, orAborted } from '../waiting/index.js';

export type BreakerOptions = {
  /** Sends the probe. Rejects if the server refuses it; the signal ends it. */
  ask: (signal: AbortSignal) => Promise<unknown>;
  /** Returns the error with which calls are refused. */
  refusal: () => Error;
  quietMs: number;
  answerMs: number;
  againMs: number;
};

export type Breaker = {
  /**
   * Runs a call. The signal aborts, with the refusal as its reason, when the server is found to be away; the call
   * decides what it abandons then.
   */
  run: <Result>(call: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  /** Probes the server now, because a call got no answer. */
  suspect: () => void;
  isAway: () => boolean;
  /** Ends probing. Calls continue. */
  close: () => void;
};

type Call = { startedAtMs: number; controller: AbortController };

/** The number of steps of the time for an answer. A step counts as one, however late its timer fires. */
const STEPS = 10;

export function createBreaker(options: BreakerOptions): Breaker {
  const { ask, refusal, quietMs, answerMs, againMs } = options;
  /** Calls under way, in the order in which they started. */
  const calls = new Set<Call>();
  const closing = new AbortController();
  let state: 'well' | 'asked' | 'away' = 'well';
  let lastAnswerAtMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  function lookIn(ms: number): void {
    clearTimeout(timer);
    if (!closing.signal.aborted) timer = setTimeout(look, ms).unref();
  }

  function look(): void {
    timer = undefined;
    if (state === 'away') {
      void find('refuses');
      return;
    }
    const [oldest] = calls;
    if (oldest === undefined || state === 'asked') return;
    const quietForMs = performance.now() - Math.max(lastAnswerAtMs, oldest.startedAtMs);
    if (quietForMs >= quietMs) void find('silent');
    else lookIn(quietMs - quietForMs);
  }

  /** Probes the server. It is away if the outcome is `atLeast` or worse; `silent` is worse than `refuses`. */
  async function find(atLeast: 'refuses' | 'silent'): Promise<void> {
    const wasAway = state === 'away';
    if (!wasAway) state = 'asked';
    const outcome = await outcomeOf(ask, answerMs, closing.signal);
    if (closing.signal.aborted) return;
    if (outcome !== 'silent' && outcome !== atLeast) {
      state = 'well';
      if (outcome === 'answers') lastAnswerAtMs = performance.now();
      if (calls.size > 0) lookIn(quietMs);
      return;
    }
    state = 'away';
    lookIn(againMs);
    if (!wasAway) for (const { controller } of [...calls]) controller.abort(refusal());
  }

  return {
    async run(call) {
      if (state === 'away') throw refusal();
      const one = { startedAtMs: performance.now(), controller: new AbortController() };
      calls.add(one);
      if (timer === undefined && state === 'well') lookIn(quietMs);
      try {
        const result = await call(one.controller.signal);
        lastAnswerAtMs = performance.now();
        return result;
      } finally {
        calls.delete(one);
      }
    },
    suspect() {
      if (state === 'well') void find('refuses');
    },
    isAway: () => state === 'away',
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

async function outcomeOf(
  ask: BreakerOptions['ask'],
  ms: number,
  closing: AbortSignal,
): Promise<'answers' | 'refuses' | 'silent'> {
  const controller = new AbortController();
  const end = (): void => controller.abort(new Error('The question has had its time.'));
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const wait = (steps: number): void => {
    if (isOver) return;
    if (steps === 0) end();
    else timer = setTimeout(() => setImmediate(wait, steps - 1), ms / STEPS);
  };
  wait(STEPS);
  const stopFollowing = follow(controller, [closing]);
  const asked = ask(controller.signal).then(
    () => 'answers' as const,
    () => (controller.signal.aborted ? ('silent' as const) : ('refuses' as const)),
  );
  try {
    return await orAborted(asked, controller.signal);
  } catch {
    return 'silent';
  } finally {
    isOver = true;
    clearTimeout(timer);
    stopFollowing();
  }
}
