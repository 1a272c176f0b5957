/**
 * The client: one function for each task, no matter whether the service answers at once or runs a job.
 *
 *   solve(request) ── small ──► sync ──────────────────────────────► plan
 *                  └─ large ──► async ──► events or polling ──► url ──► plan
 */
import createFetchClient from 'openapi-fetch';
import { JobEndedError, RefusedError, refusalOf } from './errors.js';
import { follow } from './follow.js';
import { canBeWaitedFor, placeCountOf } from './places.js';
import { RETRY_DEFAULTS, retryingFetch, type Fetch, type RetryOptions } from './retry.js';
import type {
  Account,
  JobPage,
  JobStatus,
  MatrixRequest,
  MatrixResponse,
  RoutingRequest,
  RoutingResponse,
  UsageReport,
  operations,
  paths,
} from './schema.js';

export type ClientOptions = {
  /** The URL of the service, such as `https://routes.example.org`. */
  baseUrl: string;
  apiKey: string;
  retry?: Partial<RetryOptions>;
  /** Replaces the global `fetch`. */
  fetch?: Fetch;
};

export type CallOptions = {
  /** Aborting it ends the call and cancels the job that the call waits for. */
  signal?: AbortSignal;
  /** Identifies the request, so that it is charged only once even if it is retried. By default, a new one per call. */
  idempotencyKey?: string;
};

export type WaitOptions = CallOptions & {
  /** Called when the status of the job changes; `progress` is from 0 to 1. */
  onProgress?: (status: JobStatus) => void;
};

export type SolveOptions = WaitOptions & {
  /** `auto`: synchronous if the request is small enough, otherwise a job. */
  way?: 'auto' | 'sync' | 'async';
};

export type Job<Result> = {
  id: string;
  /** Returns the current status, with details. */
  status: () => Promise<JobStatus>;
  /** Yields the status whenever it changes, until the job has ended. */
  progress: (signal?: AbortSignal) => AsyncIterable<JobStatus>;
  /** Waits until the job has ended. Throws `JobEndedError` if there is no result. */
  result: (options?: Pick<WaitOptions, 'signal' | 'onProgress'>) => Promise<Result>;
  cancel: () => Promise<void>;
};

export type JobListOptions = NonNullable<operations['listJobs']['parameters']['query']>;
export type UsageOptions = NonNullable<operations['getUsage']['parameters']['query']>;

export type RouteEngine = {
  solve: (request: RoutingRequest, options?: SolveOptions) => Promise<RoutingResponse>;
  submit: (request: RoutingRequest, options?: CallOptions) => Promise<Job<RoutingResponse>>;
  matrix: (request: MatrixRequest, options?: WaitOptions) => Promise<MatrixResponse>;
  /** Returns the price of a plan in credits. */
  priceOfPlan: (request: RoutingRequest) => Promise<number>;
  priceOfMatrix: (request: MatrixRequest) => Promise<number>;
  /** Returns a job that was submitted earlier, for example one that a webhook has reported. */
  routingJob: (id: string) => Job<RoutingResponse>;
  matrixJob: (id: string) => Job<MatrixResponse>;
  jobs: (options?: JobListOptions) => Promise<JobPage>;
  account: () => Promise<Account>;
  usage: (options?: UsageOptions) => Promise<UsageReport>;
};

/** Codes of requests that are too large to be answered synchronously. */
const TOO_LARGE: ReadonlySet<string> = new Set(['too_many_locations', 'request_too_complex']);

export function createClient({ baseUrl, apiKey, retry, fetch: send }: ClientOptions): RouteEngine {
  const retrying = retryingFetch(send ?? ((request) => fetch(request)), {
    ...RETRY_DEFAULTS,
    ...retry,
  });
  const api = createFetchClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    headers: { 'x-api-key': apiKey },
    fetch: retrying,
  });

  async function solve(request: RoutingRequest, options: SolveOptions = {}) {
    const way = options.way ?? (canBeWaitedFor(request, placeCountOf(request)) ? 'auto' : 'async');
    if (way !== 'async') {
      const answer = await api.POST('/engine/routing/v1/sync', { ...paid(options), body: request });
      if (answer.data !== undefined) return answer.data;
      const refusal = refusalOf(answer.response, answer.error);
      const isTooLarge = refusal instanceof RefusedError && TOO_LARGE.has(refusal.code);
      if (way === 'sync' || !isTooLarge) throw refusal;
    }
    const job = await submit(request, options);
    return job.result(options);
  }

  async function submit(request: RoutingRequest, options: CallOptions = {}) {
    const answer = await api.POST('/engine/routing/v1/async', { ...paid(options), body: request });
    return routingJob(dataOf(answer).JobId);
  }

  async function matrix(request: MatrixRequest, options: WaitOptions = {}) {
    const answer = await api.POST('/engine/matrix/v1', { ...paid(options), body: request });
    const data = dataOf(answer);
    return 'jobid' in data ? matrixJob(data.jobid).result(options) : data;
  }

  function jobOf<Result>(id: string, kind: 'routing' | 'matrix'): Job<Result> {
    const path = kind === 'routing' ? '/engine/routing/v1' : '/engine/matrix/v1';
    const status = async (signal?: AbortSignal): Promise<JobStatus> => {
      const query = { jobid: id, details: 'true' } as const;
      return dataOf(await api.GET(path, { params: { query }, ...only(signal) }));
    };
    const cancel = async (): Promise<void> => {
      const answer = await api.DELETE(path, { params: { query: { jobid: id } } });
      if (answer.error === undefined) return;
      const refusal = refusalOf(answer.response, answer.error);
      // The job has ended in the meantime, so there is nothing left to cancel.
      if (!(refusal instanceof RefusedError) || refusal.code !== 'job_already_finished')
        throw refusal;
    };
    const progress = (signal?: AbortSignal): AsyncIterable<JobStatus> =>
      follow({ status, signal, events: (until) => events(id, until) });
    const result: Job<Result>['result'] = async ({ signal, onProgress } = {}) => {
      try {
        for await (const each of progress(signal)) {
          onProgress?.(each);
          if (each.url !== undefined) return await download<Result>(each.url, signal);
          if (each.status !== 'Running') throw new JobEndedError(id, each);
        }
      } catch (error) {
        // A caller that no longer waits should not pay for the rest of the search.
        if (signal?.aborted === true) await cancel().catch(() => undefined);
        throw error;
      }
      throw new JobEndedError(id, await status(signal));
    };
    return { id, status, progress, result, cancel };
  }

  async function events(jobid: string, signal: AbortSignal | undefined): Promise<Response> {
    const { response } = await api.GET('/engine/jobs/v1/events', {
      params: { query: { jobid } },
      parseAs: 'stream',
      ...only(signal),
    });
    return response;
  }

  /** Downloads without the API key, because the link carries its own permission and may lead to another host. */
  async function download<Result>(url: string, signal: AbortSignal | undefined): Promise<Result> {
    const response = await retrying(new Request(new URL(url, baseUrl), only(signal)));
    const body = await response.json().catch(() => undefined);
    if (!response.ok) throw refusalOf(response, body);
    return body;
  }

  const routingJob = (id: string): Job<RoutingResponse> => jobOf(id, 'routing');
  const matrixJob = (id: string): Job<MatrixResponse> => jobOf(id, 'matrix');

  return {
    ...{ solve, submit, matrix, routingJob, matrixJob },
    priceOfPlan: async (body) =>
      dataOf(await api.POST('/engine/routing/v1/price', { body })).credits,
    priceOfMatrix: async (body) =>
      dataOf(await api.POST('/engine/matrix/v1/price', { body })).credits,
    jobs: async (query = {}) => dataOf(await api.GET('/engine/jobs/v1', { params: { query } })),
    account: async () => dataOf(await api.GET('/engine/account/v1')),
    usage: async (query = {}) =>
      dataOf(await api.GET('/engine/account/v1/usage', { params: { query } })),
  };
}

/** Options of a request that costs credits: with its idempotency key it can be retried and is charged only once. */
function paid({ signal, idempotencyKey = crypto.randomUUID() }: CallOptions) {
  return { params: { header: { 'idempotency-key': idempotencyKey } }, ...only(signal) };
}

const only = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal });

function dataOf<Data>(answer: { data?: Data; error?: unknown; response: Response }): Data {
  if (answer.data === undefined) throw refusalOf(answer.response, answer.error);
  return answer.data;
}
