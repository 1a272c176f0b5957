/** Opens the plan of a job by its id, from the list of jobs or from a link. */
import { call, resultOf } from '../api.js';
import { forgetColors } from '../colors.js';
import type { JobStatus } from '../job-events.js';
import { linked, showPlan, watched } from '../state.js';
import { TEXTS } from '../texts.js';
import { requestOf } from './start-job.js';
import { readPlan, type AnsweredPlan } from './read-plan.js';
import type { PlanRequest } from './types.js';

/** Used for a plan whose request is not in this browser. */
const NO_REQUEST: PlanRequest = { vehicles: [], orders: [] };

/** Shows the plan if the job is done, and watches the job if it is still running. */
export async function openJob(jobId: string): Promise<void> {
  const path = `/engine/routing/v1?jobid=${encodeURIComponent(jobId)}`;
  const { status, url, error } = await call<JobStatus>('GET', path);
  const request = requestOf(jobId) ?? NO_REQUEST;
  if (status === 'Running' && linked.peek() === jobId) {
    watched.value = { jobId, request };
    return;
  }
  if (status !== 'Completed' || url === undefined) {
    throw new Error(
      error === undefined
        ? TEXTS.jobs.ended(TEXTS.jobs.states[status])
        : `${error.message} ${error.comment}`,
    );
  }
  const plan = readPlan(await resultOf<AnsweredPlan>(jobId, url));
  // The user has opened another job in the meantime.
  if (linked.peek() !== jobId) return;
  forgetColors();
  if (watched.peek()?.jobId === jobId) watched.value = undefined;
  showPlan({ jobId, plan, request });
}
