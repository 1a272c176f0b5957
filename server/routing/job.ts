/**
 * A plan as a job: the same way as a plan that is waited for, on threads that nobody waits for.
 *
 *     stored input ──► batch lane: prepare ──► planning thread: search, kept now and then ──► batch lane: write
 */
import { MessageChannel } from 'node:worker_threads';
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import type { JobContext, JobWork } from '../jobs/index.js';
import { epochMs, type PlanReport, type PlanTask } from '../planning/index.js';
import type { PrepareTask } from './prepare-task.js';
import type { RespondTask } from './respond/task.js';

export type RoutingJobOptions = {
  pool: EnginePool<PrepareTask & RespondTask>;
  /** Planning threads for jobs, made when the first one comes. */
  planners: () => Promise<EnginePool<PlanTask>>;
};

/** A search ends by its time limit; one that waits for a thread begins when it gets it. */
const NEVER_MS = 24 * 3600_000;
const REPORT_MS = 1_000;

export function routingJob({ pool, planners }: RoutingJobOptions): JobWork {
  return async ({ input, kept, signal, report }: JobContext) => {
    const lane = 'batch';
    const outcome = await pool.run('routing_job_prepare', { input }, { signal, lane });
    if (outcome.kind === 'refused') {
      // Sound when it was accepted; the maps or the limits have changed since.
      throw new ApiError(outcome.code, outcome.comment || 'The request is no longer valid.', {
        problems: outcome.problems,
      });
    }
    if (outcome.kind !== 'prepared') throw new TypeError(`A job was ${outcome.kind}.`);
    const { plan, context } = outcome;
    const { port1, port2 } = new MessageChannel();
    port1.on('message', ({ progress, best, kept: bytes, elapsedMs }: PlanReport) => {
      report({ progress, best, kept: withSpent(bytes, elapsedMs) });
    });
    const transfer = [
      port2,
      plan.problem.buffer,
      ...plan.tables.flatMap((table) => [table.distanceMeters.buffer, table.travelSeconds.buffer]),
    ];
    const threads = await planners();
    const search = {
      ...plan,
      ...(kept === undefined ? {} : readSpent(kept)),
      endsAtMs: epochMs() + NEVER_MS,
      reports: { port: port2, everyMs: REPORT_MS },
    };
    const planned = await threads.run('plan', search, { signal, transfer }).finally(() => {
      port1.close();
    });
    report({ progress: 1, best: planned.best });
    const { body } = await pool.run(
      'routing_respond',
      { ...planned, context, gzip: true },
      {
        signal,
        lane,
        transfer: [
          planned.problem.buffer,
          planned.solution.buffer,
          planned.pace.buffer,
          context.buffer,
        ],
      },
    );
    return [body];
  };
}

const SPENT_BYTES = 8;

/** What is kept to go on from: the milliseconds that the search has had, then the plan. */
function withSpent(plan: Uint8Array, spentMs: number): Uint8Array {
  const bytes = new Uint8Array(SPENT_BYTES + plan.length);
  new DataView(bytes.buffer).setFloat64(0, spentMs);
  bytes.set(plan, SPENT_BYTES);
  return bytes;
}

function readSpent(bytes: Uint8Array): { kept: Uint8Array<ArrayBuffer>; spentMs: number } {
  const own = new Uint8Array(bytes);
  return {
    kept: own.slice(SPENT_BYTES),
    spentMs: new DataView(own.buffer).getFloat64(0),
  };
}
