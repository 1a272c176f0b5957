/** Route Engine's client: plans of routes and travel-cost matrices. `createClient` is where to begin. */
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
