/**
 * Every way the service can refuse a request, in one table.
 *
 * The keys are the `code` of the error body and never change their meaning; `docs/errors.md` has a paragraph for each
 * (a test holds the two together). Handlers throw an `ApiError`; `http/` alone turns it into an answer.
 */

export const ERRORS = {
  invalid_json: { status: 400, title: 'The request body is not valid JSON.' },
  invalid_request: { status: 400, title: 'The request is not valid.' },
  missing_api_key: { status: 401, title: 'The request carries no API key.' },
  invalid_api_key: { status: 401, title: 'The API key is not known.' },
  insufficient_credits: { status: 402, title: 'The account has too few credits.' },
  https_required: { status: 403, title: 'The request must be made over HTTPS.' },
  account_disabled: { status: 403, title: 'The account is disabled.' },
  invalid_link: { status: 403, title: 'The link is not one that was given out.' },
  unknown_job: { status: 404, title: 'There is no such job.' },
  unknown_path: { status: 404, title: 'There is nothing at this path.' },
  method_not_allowed: { status: 405, title: 'The path does not take this method.' },
  idempotency_conflict: {
    status: 409,
    title: 'The idempotency key was used for another request.',
  },
  job_already_finished: { status: 409, title: 'The job has ended already.' },
  result_expired: { status: 410, title: 'The result is no longer kept.' },
  request_too_large: { status: 413, title: 'The request is too large.' },
  request_too_complex: { status: 413, title: 'The request has too much in it.' },
  too_many_locations: { status: 413, title: 'The request has too many locations.' },
  unsupported_media_type: { status: 415, title: 'The body is in a form that is not read here.' },
  location_unreachable: { status: 422, title: 'A location cannot be reached by road.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  too_many_at_once: { status: 429, title: 'The account has too many requests under way.' },
  too_many_jobs: { status: 429, title: 'The account has too many jobs that wait.' },
  quota_exceeded: { status: 429, title: 'The credits of this day are used up.' },
  internal_error: { status: 500, title: 'The service failed.' },
  overloaded: { status: 503, title: 'The service has too much to do.' },
  shutting_down: { status: 503, title: 'The service is shutting down.' },
  timeout: { status: 504, title: 'The answer took too long.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One fault of a request: where it is (JSON pointer), which kind, and what to do. */
export type Problem = { pointer: string; code: string; comment: string };

/** At most this many problems are listed in one answer (`errors` of the error body). */
export const PROBLEM_COUNT_MAX = 100;

export type ErrorDetails = {
  problems?: readonly Problem[];
  /** How many there are, where `problems` has only the first. */
  problemCount?: number;
  /** Seconds after which a retry makes sense; becomes the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** Methods that the path takes; becomes the `Allow` header. */
  allow?: readonly string[];
};

/** What an engine thread finds wrong with a request; threads have no errors that callers see. */
export type Refusal = {
  code: ErrorCode;
  comment: string;
  problems: readonly Problem[];
  /** How many there are, where `problems` has only the first. */
  problemCount: number;
};

/** A refusal that the caller is meant to see. Anything else that is thrown becomes `internal_error`. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, comment: string, details: ErrorDetails = {}) {
    super(comment);
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }
}

export const refusalError = ({ code, comment, problems, problemCount }: Refusal): ApiError =>
  new ApiError(code, comment, { problems, problemCount });

/** What a caller is told of a refusal: the body of the answer, or the end of a job. */
export type ErrorBody = {
  code: string;
  message: string;
  comment: string;
  status: number;
  request_id: string;
  errors: readonly Problem[];
};

export function errorBodyOf(error: ApiError, requestId: string): ErrorBody {
  const { status, title } = ERRORS[error.code];
  const { problems = [], problemCount = problems.length } = error.details;
  return {
    code: error.code,
    message: title,
    comment: error.message === '' ? commentOf(problems, problemCount) : error.message,
    status,
    request_id: requestId,
    errors: problems.slice(0, PROBLEM_COUNT_MAX),
  };
}

/** The first problem in words, and how many more there are. */
function commentOf(problems: readonly Problem[], problemCount: number): string {
  const [first] = problems;
  if (first === undefined) return 'No more is known.';
  const place = first.pointer === '' ? 'the body' : first.pointer.slice(1);
  const more = problemCount - 1;
  const rest =
    more === 0 ? '' : ` There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}.`;
  return `${place}: ${first.comment}${rest}`;
}
