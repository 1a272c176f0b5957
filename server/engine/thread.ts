/**
 * The thread's side of a pool: takes a bundle of tasks, runs their handlers, and reports how each task ended.
 */
import { move, transferableSymbol, valueSymbol } from 'piscina';
import { CoreLostError } from './core-lost.js';
import {
  CANCELLED,
  ENDED,
  QUEUED,
  READY_TASK,
  RUNNING,
  type BundleReport,
  type Task,
  type TaskBundle,
  type TaskKinds,
  type TaskReport,
  type TimedReport,
} from './protocol.js';

/** What the pool tells a handler while it works. */
export type TaskContext = {
  /** Returns true once no caller waits for the answer any more. Cheap: check it once per block of work. */
  shouldStop: () => boolean;
};

/** `stopped`: the handler saw `shouldStop` and gave up. Buffers in `transfer` are moved, not copied. */
export type HandlerResult<Output> =
  { kind: 'done'; output: Output; transfer?: readonly ArrayBuffer[] } | { kind: 'stopped' };

export type RunnerOptions = {
  /** Called after each bundle: returns whether this thread and its memory should be replaced by new ones. */
  isSpent: () => boolean;
};

export type TaskHandlers<Kinds extends TaskKinds> = {
  [Kind in keyof Kinds]: (
    input: Kinds[Kind]['input'],
    context: TaskContext,
  ) => HandlerResult<Kinds[Kind]['output']>;
};

type Ended = { report: TaskReport; transfer: readonly ArrayBuffer[] };

/** Returns the function that a pool's worker file exports as `runTask`. */
export function createTaskRunner<Kinds extends TaskKinds>(
  handlers: TaskHandlers<Kinds>,
  { isSpent }: RunnerOptions = { isSpent: () => false },
): (bundle: TaskBundle) => unknown {
  return ({ tasks, control }) => {
    const reports: TimedReport[] = [];
    const moved: ArrayBuffer[] = [];
    for (const [idx, task] of tasks.entries()) {
      const startedAt = performance.now();
      const { report, transfer } = runHandler(handlers, task, { control, idx });
      Atomics.compareExchange(control, idx, RUNNING, ENDED);
      reports.push({ report, busyMs: performance.now() - startedAt });
      moved.push(...transfer);
      // The instance is lost. The remaining tasks have not started; the pool runs them again.
      if (report.kind === 'trapped') break;
    }
    const bundleReport: BundleReport = { reports, spent: isSpent() };
    return move({ [transferableSymbol]: moved, [valueSymbol]: bundleReport });
  };
}

function runHandler<Kinds extends TaskKinds>(
  handlers: TaskHandlers<Kinds>,
  { kind, input }: Task,
  { control, idx }: { control: TaskBundle['control']; idx: number },
): Ended {
  const ended = (report: TaskReport, transfer: readonly ArrayBuffer[] = []): Ended => ({
    report,
    transfer,
  });
  if (Atomics.compareExchange(control, idx, QUEUED, RUNNING) === CANCELLED) {
    return ended({ kind: 'cancelled' });
  }
  if (kind === READY_TASK) return ended({ kind: 'done', output: undefined });
  const handler = handlers[kind];
  if (handler === undefined) return ended({ kind: 'failed', message: `no handler for ${kind}` });
  try {
    const result = handler(input, { shouldStop: () => Atomics.load(control, idx) === CANCELLED });
    if (result.kind === 'stopped') return ended({ kind: 'cancelled' });
    return ended({ kind: 'done', output: result.output }, result.transfer);
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const trapped = error instanceof WebAssembly.RuntimeError || error instanceof CoreLostError;
    return ended({ kind: trapped ? 'trapped' : 'failed', message });
  }
}
