/** What can go wrong, as errors that a program can tell apart: a refusal, a job that ended badly, a connection. */
import type { ApiError, JobStatus } from './schema.js';

/** The service refused the request. `code` does not change its meaning; docs/errors.md has a paragraph for each. */
export class RefusedError extends Error {
  readonly body: ApiError;
  /** Seconds after which a retry makes sense, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ApiError, retryAfterSeconds?: number) {
    super(`${body.code}: ${body.comment}`);
    this.name = 'RefusedError';
    this.body = body;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get code(): ApiError['code'] {
    return this.body.code;
  }

  /** The faults of the request, each with a JSON pointer into it. */
  get problems(): ApiError['errors'] {
    return this.body.errors;
  }
}

/** A job ended without a result: it failed, was cancelled, or its result is no longer kept. */
export class JobEndedError extends Error {
  readonly jobId: string;
  readonly status: JobStatus;

  constructor(jobId: string, status: JobStatus) {
    const why = status.error === undefined ? '' : `: ${status.error.comment}`;
    super(`Job ${jobId} is ${status.status}${why}`);
    this.name = 'JobEndedError';
    this.jobId = jobId;
    this.status = status;
  }
}

/** No answer of the service came, after all retries; `cause` has the last reason. */
export class ConnectionError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'ConnectionError';
  }
}

export function isApiError(value: unknown): value is ApiError {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'string' &&
    'comment' in value &&
    'errors' in value
  );
}

/** The refusal that an answer is, or what stands in its place: a proxy, for one, answers in its own words. */
export function refusalOf(response: Response, body: unknown): Error {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (isApiError(body)) {
    return new RefusedError(body, Number.isFinite(seconds) ? seconds : undefined);
  }
  return new ConnectionError(`${response.url} answered with status ${response.status}.`, body);
}
