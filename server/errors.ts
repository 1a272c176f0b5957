/**
 * All errors with which the service can refuse a request, in one table.
 *
 * The keys are the `code` of the error body and never change their meaning. `docs/errors.md` has a paragraph for each,
 * which a test verifies. Handlers throw an `ApiError`; only `http/` turns it into an answer.
 */

export const ERRORS = {
  version_retired: { status: 308, title: 'This version of the API has ended.' },
  invalid_json: { status: 400, title: 'The request body is not valid JSON.' },
  invalid_request: { status: 400, title: 'The request is not valid.' },
  missing_api_key: { status: 401, title: 'The request carries no API key.' },
  invalid_api_key: { status: 401, title: 'The API key is not known.' },
  insufficient_credits: { status: 402, title: 'The account has too few credits.' },
  https_required: { status: 403, title: 'The request must be made over HTTPS.' },
  account_disabled: { status: 403, title: 'The account is disabled.' },
  operator_key_required: { status: 403, title: 'The key is not that of an operator.' },
  invalid_link: { status: 403, title: 'The link is not valid.' },
  unknown_job: { status: 404, title: 'There is no such job.' },
  unknown_path: { status: 404, title: 'Not found.' },
  method_not_allowed: { status: 405, title: 'Method not allowed.' },
  slow_request: { status: 408, title: 'The request took too long to arrive.' },
  idempotency_conflict: {
    status: 409,
    title: 'The idempotency key was used for another request.',
  },
  job_already_finished: { status: 409, title: 'The job has ended already.' },
  result_expired: { status: 410, title: 'The result is no longer kept.' },
  request_too_large: { status: 413, title: 'The request is too large.' },
  request_too_complex: { status: 413, title: 'The request is too complex.' },
  too_many_locations: { status: 413, title: 'The request has too many locations.' },
  address_too_long: { status: 414, title: 'The address of the request is too long.' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type.' },
  location_unreachable: { status: 422, title: 'A location cannot be reached by road.' },
  rate_limited: { status: 429, title: 'Too many requests.' },
  too_many_at_once: { status: 429, title: 'The account has too many concurrent requests.' },
  too_many_jobs: { status: 429, title: 'The account has too many waiting jobs.' },
  quota_exceeded: { status: 429, title: 'The daily credit limit is reached.' },
  headers_too_large: { status: 431, title: 'The headers of the request are too large.' },
  internal_error: { status: 500, title: 'The service failed.' },
  overloaded: { status: 503, title: 'The service is overloaded.' },
  shutting_down: { status: 503, title: 'The service is shutting down.' },
  timeout: { status: 504, title: 'The request timed out.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/**
 * The problems that one field can have: the codes of `errors[]` with their meanings. Like the codes above, they never
 * change their meaning, and are published in the OpenAPI document and in `docs/errors.md`.
 */
export const PROBLEMS = {
  // Any field.
  missing_field: 'A field or parameter that is needed is not there.',
  unknown_field: 'There is no field or parameter of this name here.',
  invalid_type: 'The value is of another JSON type.',
  invalid_format: 'The text is not written as it has to be.',
  not_allowed: 'The value is none of those that are allowed here.',
  out_of_range: 'The number, the length of the text or of the list is beyond what is allowed.',
  duplicate_field: 'The parameter stands in the address more than once.',
  duplicate_id: 'The id stands more than once where it has to be unique.',
  // Matrices.
  duplicate_index: 'The index stands in the list more than once.',
  index_out_of_range: 'The index leads past the last location.',
  location_unreachable: 'No road of the map is near the location, and `strict` asks for one.',
  // Times and windows.
  invalid_time: 'The time is neither ISO 8601 as it is read here nor Unix seconds.',
  ends_before_start: 'The end is earlier than the start.',
  mixed_window: 'One side of the window is a time of day, the other a date.',
  unknown_time_zone: 'There is no time zone of this name.',
  conflicting_time_zone: 'Two time zones are given for one place.',
  invalid_repeat: 'The rule of repetition cannot be read.',
  period_too_long: 'The planning period is longer than is planned for.',
  release_after_windows: 'The order is released after the last of its time windows.',
  // Names that refer to nothing.
  unknown_location: '`locations` has no such id.',
  unknown_vehicle: '`vehicles` has no such id.',
  unknown_shift: 'The vehicle has no shift of this id.',
  unknown_order: '`orders` has no such id.',
  unknown_stop: 'The order has no stop of this id, or the shift no reload.',
  unknown_visit: 'The order has no visit of this number.',
  unknown_date: 'No repetition of the shift starts on this date.',
  unknown_profile: 'The service has no profile of this name.',
  // Places, loads and orders.
  no_place: 'The order has no place: neither `location` nor pickups and dropoffs.',
  place_and_stops: '`location` and pickups or dropoffs are given together.',
  other_location: 'The place is none of those that the stop may be made at.',
  circular_after: 'The stops wait for one another in a circle.',
  invalid_dimension: 'The name of the dimension cannot be used.',
  unknown_dimension: 'No load and no capacity has this dimension.',
  too_many_dimensions: 'There are more dimensions than are planned with.',
  too_many_decimals: 'The amount has more than six decimals.',
  load_too_large: 'The amounts of the dimension are too large to be planned with together.',
  max_below_min: 'The maximum is less than the minimum.',
  visits_do_not_fit: 'So many visits do not fit into the days that are allowed.',
  // Given plans.
  which_copy: 'The vehicle has copies; say which is meant.',
  which_date: 'The shift repeats; say which day is meant.',
  which_visit: 'The order is periodic; say which visit is meant.',
  duplicate_route: 'The shift has a route already.',
  incomplete_visit: 'Some stops of the visit are planned and others are not.',
  divided_visit: 'The stops of one visit lie on several routes.',
  // Travel costs that the caller supplies.
  windows_do_not_cover_day: 'Together the traffic windows do not cover the day once.',
  wrong_length: 'The list has not as many entries as the one that it goes with.',
  // The request as a whole.
  too_many_territories:
    'There are more vehicles with territories and orders than are planned with together.',
  too_many_relations: 'Relations have more members than are planned with.',
  too_many_places: 'There are more distinct places than are planned with.',
  too_many_shifts: 'Shifts, with copies and repeats, are more than are planned with.',
  too_many_visits: 'Visits, of periodic orders each, are more than are planned with.',
  too_many_windows:
    'Time windows, with each day of those that recur, are more than are planned with.',
  too_many_repeats: 'Repeats of shifts go through more days than are looked at.',
  travel_too_large:
    'The travel costs of these places take more memory than there is for a request.',
} as const;

export type ApiProblemCode = keyof typeof PROBLEMS;

/** One error in a request: where it is (JSON pointer), its code, and what to do. */
export type ApiProblem = { pointer: string; code: ApiProblemCode; comment: string };

/** The maximum number of problems listed in one answer (`errors` of the error body). */
export const PROBLEM_COUNT_MAX = 100;

export type ErrorDetails = {
  problems?: readonly ApiProblem[];
  /** The number of all problems, if `problems` has only the first ones. */
  problemCount?: number;
  /** Seconds after which a retry makes sense; becomes the `Retry-After` header. */
  retryAfterSeconds?: number;
  /** The methods that the path accepts; becomes the `Allow` header. */
  allow?: readonly string[];
  /** The URL to use instead; becomes the `Location` header. */
  location?: string;
};

/** The problems that an engine thread found in a request. The event loop turns them into an `ApiError`. */
export type Refusal = {
  code: ErrorCode;
  comment: string;
  problems: readonly ApiProblem[];
  /** The number of all problems; `problems` may have only the first ones. */
  problemCount: number;
};

/** An error that is shown to the caller. Anything else that is thrown becomes `internal_error`. */
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

/** An error as the caller sees it: the body of the answer, or the end of a job. */
export type ErrorBody = {
  code: string;
  message: string;
  comment: string;
  status: number;
  request_id: string;
  errors: readonly ApiProblem[];
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

/** Describes the first problem, and says how many more there are. */
function commentOf(problems: readonly ApiProblem[], problemCount: number): string {
  const [first] = problems;
  if (first === undefined) return 'There are no further details.';
  const place = first.pointer === '' ? 'the body' : first.pointer.slice(1);
  const more = problemCount - 1;
  const rest =
    more === 0 ? '' : ` There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}.`;
  return `${place}: ${first.comment}${rest}`;
}
