/** A job's plan, by its id alone: from the list of jobs, or from a link. */
import { call, resultOf } from '../api.js';
import { forgetColors } from '../colors.js';
import type { JobStatus } from '../job-events.js';
import { linked, showPlan, watched } from '../state.js';
import { TEXTS } from '../texts.js';
import { requestOf } from './start-job.js';
import { readPlan, type AnsweredPlan } from './read-plan.js';
import type { PlanRequest } from './types.js';

/** For a plan whose request this browser does not have. */
const NO_REQUEST: PlanRequest = { vehicles: [], orders: [] };

/** Shown when it is done, watched while it is not. */
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
  // Another one was asked for meanwhile.
  if (linked.peek() !== jobId) return;
  forgetColors();
  if (watched.peek()?.jobId === jobId) watched.value = undefined;
  showPlan({ jobId, plan, request });
}
