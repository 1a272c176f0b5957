/** Jobs: requests whose results are computed after the answer, from the charge to the expiry of the result. */
export type { Best } from './job-store.js';
export { HEARTBEAT_TIMEOUT_MS } from './waiting-jobs.js';
export { createJobs, type Jobs, type JobsOptions } from './jobs.js';
export type { JobRequest } from './accept.js';
export { submitJob, type SubmitOptions } from './submit.js';
export type { Notification, NotificationSender } from './notifications.js';
export { jobRoutes } from './routes.js';
export { acceptedAnswer, jobEndedCallback } from './schema.js';
export { InterruptedWork, type JobContext, type JobHandler } from './runner.js';
