/**
 * A plan as a job: the same way as a plan that is waited for, on threads that nobody waits for.
 *
 *     stored input ──► batch lane: prepare ──► planning thread: search, kept now and then ──► batch lane: write
 */
import type { EnginePool } from '../engine/index.js';
import { ApiError } from '../errors.js';
import type { JobContext, JobWork } from '../jobs/index.js';
import type { PlanTask } from '../planning/index.js';
import { epochMs } from '../planning/index.js';
import type { PrepareTask } from './prepare-task.js';
import type { RespondTask } from './respond/task.js';

export type RoutingJobOptions = {
  pool: EnginePool<PrepareTask & RespondTask>;
  /** Planning threads for jobs, made when the first one comes. */
  planners: () => Promise<EnginePool<PlanTask>>;
};

/** A search ends by its time limit; one that waits for a thread begins when it gets it. */
const NEVER_MS = 24 * 3600_000;

export function routingJob({ pool, planners }: RoutingJobOptions): JobWork {
  return async ({ input, signal, report }: JobContext) => {
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
    report({ progress: 0 });
    const transfer = [
      plan.problem.buffer,
      ...plan.tables.flatMap((table) => [table.distanceMeters.buffer, table.travelSeconds.buffer]),
    ];
    const threads = await planners();
    const planned = await threads.run(
      'plan',
      { ...plan, endsAtMs: epochMs() + NEVER_MS },
      { signal, transfer },
    );
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
