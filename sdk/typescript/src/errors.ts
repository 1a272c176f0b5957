/** The errors of the client: a refused request, a job without a result, a failed connection. */
import type { ApiError, JobStatus } from './schema.js';

/** The service refused the request. The meaning of a `code` never changes; docs/errors.md describes each. */
export class RefusedError extends Error {
  readonly body: ApiError;
  /** The seconds in `Retry-After`, if the service sent it. */
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

/** The service did not answer in any attempt. `cause` is the error of the last one. */
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

/** Returns the error for an answer that is not a success. Answers of proxies do not have the format of the service. */
export function refusalOf(response: Response, body: unknown): Error {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (isApiError(body)) {
    return new RefusedError(body, Number.isFinite(seconds) ? seconds : undefined);
  }
  return new ConnectionError(`${response.url} answered with status ${response.status}.`, body);
}
