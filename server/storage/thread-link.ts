/**
 * The main thread's link to the store's thread: which caller waits for which answer, how many may wait, and what
 * happens when the thread ends.
 *
 *     starting ──opened──► open ──close()──► draining (units under way finish) ──► closed
 *        │                  └─ thread dies ─► crashed: waiting and later calls rejected, `onCrash` called once
 *        └─► rejected (cannot open, newer database, thread does not start)
 *
 * A rejected write was not stored, with one exception: after `crashed` its outcome is unknown, because the thread may
 * have died between the commit and its answer.
 */
import { Worker } from 'node:worker_threads';
import { STORE_ERRORS, StoreError, type StoreFailure } from './errors.js';
import type { FromThread, Reply, ThreadInput, ToThread } from './messages.js';

export type ThreadLinkOptions = {
  readonly threadFile: URL;
  readonly input: ThreadInput;
  readonly onCrash: (error: StoreError) => void;
  readonly queuedUnitsMax: number;
};

export type LinkStatistics = {
  readonly commits: number;
  readonly commitSeconds: number;
  readonly queuedUnits: number;
  readonly migrationsRun: number;
};

export type ThreadLink = {
  /**
   * Sends the message made for a new id, and resolves with its answer. Rejects with `StoreError` if the unit failed.
   */
  ask(message: (id: number) => ToThread): Promise<Answer>;
  statistics(): LinkStatistics;
  close(): Promise<void>;
};

export type Answer = Exclude<Reply, { kind: 'failed' }>;

type Waiting = {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: StoreError) => void;
};

/** Statements and rows are small and short-lived. */
const YOUNG_HEAP_MEBIBYTES = 6;

/** Starts the thread and waits until it has opened the database. Rejects with `StoreError` if it does not. */
export async function startThread(options: ThreadLinkOptions): Promise<ThreadLink> {
  const { threadFile, input, onCrash, queuedUnitsMax } = options;
  const thread = new Worker(threadFile, {
    workerData: input,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MEBIBYTES },
  });
  const migrationsRun = await threadOpened(thread);

  const waitingById = new Map<number, Waiting>();
  const counts = { commits: 0, commitSeconds: 0 };
  let nextId = 0;
  let ended: StoreError | null = null;
  let closing: Promise<void> | null = null;
  let onDrained: (() => void) | null = null;

  const settle = (reply: Reply): void => {
    const waiting = waitingById.get(reply.id);
    waitingById.delete(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === 'failed') waiting.reject(storeError(reply.failure));
    else waiting.resolve(reply);
  };
  const crash = (cause: string): void => {
    if (ended !== null) return;
    ended = new StoreError('crashed', `${STORE_ERRORS.crashed}: ${cause}.`);
    for (const { reject } of waitingById.values()) reject(ended);
    waitingById.clear();
    onDrained?.();
    onCrash(ended);
  };

  thread.on('message', (message: FromThread) => {
    if (message.kind !== 'replies') return;
    if (message.commitSeconds !== null) {
      counts.commits += 1;
      counts.commitSeconds += message.commitSeconds;
    }
    for (const reply of message.replies) settle(reply);
    if (waitingById.size === 0) onDrained?.();
  });
  thread.on('error', (error: unknown) => {
    crash(error instanceof Error ? error.message : String(error));
  });
  thread.on('messageerror', (error) => {
    crash(error.message);
  });
  thread.on('exit', (code) => {
    crash(`exit code ${String(code)}`);
  });

  const hasEnded = (): boolean => ended !== null;
  const shutDown = async (): Promise<void> => {
    if (waitingById.size > 0) {
      await new Promise<void>((resolve) => {
        onDrained = resolve;
      });
    }
    // A crashed thread has ended and does not answer `close`.
    if (hasEnded()) return;
    await threadClosed(thread, () => {
      // From here on the thread is expected to end.
      ended ??= new StoreError('closed', `${STORE_ERRORS.closed}.`);
    });
  };

  return {
    ask(message) {
      const refusal = ended ?? refusalOf(closing !== null, waitingById.size, queuedUnitsMax);
      if (refusal !== null) return Promise.reject(refusal);
      const id = nextId;
      nextId += 1;
      return new Promise<Answer>((resolve, reject) => {
        // If a parameter cannot be copied, this throws and rejects the promise; nothing is left waiting.
        thread.postMessage(message(id));
        waitingById.set(id, { resolve, reject });
      });
    },
    statistics: () => ({ ...counts, queuedUnits: waitingById.size, migrationsRun }),
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

function refusalOf(
  closing: boolean,
  queuedUnits: number,
  queuedUnitsMax: number,
): StoreError | null {
  if (closing) return new StoreError('closed', `${STORE_ERRORS.closed}.`);
  if (queuedUnits < queuedUnitsMax) return null;
  return new StoreError('overloaded', `${STORE_ERRORS.overloaded} (${String(queuedUnitsMax)}).`);
}

/** Resolves with the number of migrations that ran. */
function threadOpened(thread: Worker): Promise<number> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: FromThread): void => {
      if (message.kind === 'opened') {
        thread.off('error', onError);
        thread.off('exit', onExit);
        resolve(message.migrationsRun);
      } else if (message.kind === 'open_failed') {
        thread.off('exit', onExit);
        reject(storeError(message.failure));
      }
    };
    const onError = (error: unknown): void => {
      const cause = error instanceof Error ? error.message : String(error);
      reject(new StoreError('crashed', `The store's thread did not start: ${cause}`));
    };
    const onExit = (code: number): void => {
      onError(`exit code ${String(code)}`);
    };
    thread.once('message', onMessage);
    thread.once('error', onError);
    thread.once('exit', onExit);
  });
}

/** Resolves when the thread has ended. Calls `onClosed` when the thread reports that the database is closed. */
function threadClosed(thread: Worker, onClosed: () => void): Promise<void> {
  return new Promise((resolve) => {
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'closed') onClosed();
    });
    thread.once('exit', () => {
      resolve();
    });
    const close: ToThread = { kind: 'close' };
    thread.postMessage(close);
  });
}

function storeError({ code, message, columns }: StoreFailure): StoreError {
  return new StoreError(code, message, columns);
}
