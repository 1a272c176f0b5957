/** Starts and watches a job. The request is kept in this browser tab, so that it can be repeated and changed. */
import { call } from '../api.js';
import { showJob, watched, type View } from '../state.js';
import type { PlanRequest } from './types.js';

const requestKey = (jobId: string): string => `route-engine-request-${jobId}`;
const KEPT_REQUESTS_MAX = 20;

export async function sendJob(body: PlanRequest): Promise<string> {
  const path = '/engine/routing/v1/async';
  const { JobId: jobId } = await call<{ JobId: string }>('POST', path, { body });
  return jobId;
}

export async function startJob(request: PlanRequest, back: View = 'new'): Promise<void> {
  const jobId = await sendJob(request);
  keepRequest(jobId, request);
  watched.value = { jobId, request, back };
  showJob(jobId);
}

export function requestOf(jobId: string): PlanRequest | undefined {
  const text = sessionStorage.getItem(requestKey(jobId));
  return text === null ? undefined : (JSON.parse(text) as PlanRequest);
}

function keepRequest(jobId: string, request: PlanRequest): void {
  // Job ids ascend with time.
  const kept = Object.keys(sessionStorage)
    .filter((key) => key.startsWith(requestKey('')))
    .toSorted();
  for (const key of kept.slice(0, Math.max(0, kept.length - KEPT_REQUESTS_MAX))) {
    sessionStorage.removeItem(key);
  }
  try {
    sessionStorage.setItem(requestKey(jobId), JSON.stringify(request));
  } catch {
    // The request exceeds the browser's storage: its plan is shown anyway, but the list of jobs cannot repeat it.
  }
}
