/** The names of job states in the specification of the API, which calls waiting jobs `Running`, too. */
import type { JobState } from '../storage/index.js';

export const STATUS_WORDS = {
  accepted: 'Running',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
} as const satisfies Record<JobState, string>;

export type StatusWord = (typeof STATUS_WORDS)[JobState];

export const JOB_STATES: readonly JobState[] = [
  ...(['accepted', 'running', 'completed', 'failed', 'cancelled', 'expired'] as const),
];
