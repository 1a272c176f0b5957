/**
 * The names of job states in the API, as in its specification, which has no name for waiting: such jobs are `Running`.
 */
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
