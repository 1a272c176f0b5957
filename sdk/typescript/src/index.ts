/** The client for Route Engine: route plans and travel-cost matrices. Start with `createClient`. */
export {
  createClient,
  type CallOptions,
  type ClientOptions,
  type Job,
  type JobListOptions,
  type RouteEngine,
  type SolveOptions,
  type UsageOptions,
  type WaitOptions,
} from './client.js';
export { ConnectionError, JobEndedError, RefusedError } from './errors.js';
export { type RetryOptions } from './retry.js';
export type * from './schema.js';
