/** What owners are told of the state of a job: the words of the specification, which knows none for waiting. */
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
