/**
 * A circuit breaker: while a server is known to be away, calls to it are refused at once, and those that wait are let go.
 *
 *     well ──a call waits, and none has come back for `quietMs`──► asked ──silent for `answerMs`──► away ──answers──► well
 *       │                                                            └─answers, or refuses──► well
 *       └─────a call has given the server up (`suspect`)─────────► asked ──silent, or refuses──► away
 *
 * That nothing comes back does not say that a server hangs: a statement may be long, a lock taken, a body large. So it is asked a small
 * question on a connection of its own, and only what this comes to counts. One that refuses it is being started again, perhaps: calls
 * wait for that as long as they see fit, and tell if it was in vain. While it is away it is asked every `againMs`, whether or not anybody calls.
 *
 * Time in which this process itself stood still, or computed, says nothing of the server, whose answer may lie in a socket that nobody
 * has looked at: so the time for an answer is waited for in steps, and between any two of them sockets are read.
 *
 * Cost: a set entry a call, one timer while any is under way.
 */
import { follow, orAborted } from '../waiting/index.js';

export type BreakerOptions = {
  /** The small question. Rejects when the server refuses it; the signal ends it. */
  ask: (signal: AbortSignal) => Promise<unknown>;
  /** What calls are refused with. */
  refusal: () => Error;
  quietMs: number;
  answerMs: number;
  againMs: number;
};

export type Breaker = {
  /** Runs a call. The signal aborts, with the refusal as its reason, when the server is found to be away; what to let go of then is the call's business. */
  run: <Result>(call: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  /** A call got no answer: the server is asked now. */
  suspect: () => void;
  isAway: () => boolean;
  /** Asks no more. Calls go on. */
  close: () => void;
};

type Call = { startedAtMs: number; controller: AbortController };

/** However late it comes, a step is one. */
const STEPS = 10;

export function createBreaker(options: BreakerOptions): Breaker {
  const { ask, refusal, quietMs, answerMs, againMs } = options;
  /** In the order in which they began. */
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

  /** Asks. From `atLeast` on, an outcome says that the server is away. */
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
