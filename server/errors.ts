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
  missing_field: 'A required field or parameter is missing.',
  unknown_field: 'There is no field or parameter of this name here.',
  invalid_type: 'The value has the wrong JSON type.',
  invalid_format: 'The text does not have the required format.',
  not_allowed: 'The value is not one of the allowed values.',
  out_of_range: 'The number, or the length of the text or list, is outside the allowed range.',
  duplicate_field: 'The parameter is given more than once.',
  duplicate_id: 'The id must be unique, but it is used more than once.',
  // Matrices.
  duplicate_index: 'The list contains the index more than once.',
  index_out_of_range: 'The index is greater than that of the last location.',
  location_unreachable: 'No road of the map is near the location, and `strict` requires one.',
  // Times and windows.
  invalid_time: 'The time is neither a supported ISO 8601 format nor Unix seconds.',
  ends_before_start: 'The end is earlier than the start.',
  mixed_window: 'One end of the window is a time of day, the other a date.',
  unknown_time_zone: 'There is no time zone of this name.',
  conflicting_time_zone: 'Two time zones are given for one place.',
  invalid_repeat: 'The recurrence rule is not valid.',
  period_too_long: 'The planning period is longer than the maximum.',
  release_after_windows: 'The release time of the order is after the last of its time windows.',
  // Names that refer to nothing.
  unknown_location: '`locations` has no such id.',
  unknown_vehicle: '`vehicles` has no such id.',
  unknown_shift: 'The vehicle has no shift of this id.',
  unknown_order: '`orders` has no such id.',
  unknown_stop: 'The order has no stop of this id, or the shift has no such reload.',
  unknown_visit: 'The order has no visit of this number.',
  unknown_date: 'No repeat of the shift starts on this date.',
  unknown_profile: 'The service has no profile of this name.',
  // Places, loads and orders.
  no_place: 'The order has no place: neither `location` nor pickups and dropoffs.',
  place_and_stops: '`location` and pickups or dropoffs are both given.',
  other_location: 'The place is not one of those allowed for the stop.',
  circular_after: 'The stops wait for each other in a cycle.',
  invalid_dimension: 'This name is not allowed for a dimension.',
  unknown_dimension: 'No load and no capacity has this dimension.',
  too_many_dimensions: 'There are more dimensions than the maximum.',
  too_many_decimals: 'The amount has more than six decimals.',
  load_too_large: 'The sum of the amounts of the dimension is too large.',
  max_below_min: 'The maximum is less than the minimum.',
  visits_do_not_fit: 'The allowed days are too few for this number of visits.',
  // Given plans.
  which_copy: 'The vehicle has copies, and the plan does not say which one is meant.',
  which_date: 'The shift repeats, and the plan does not say which day is meant.',
  which_visit: 'The order is periodic, and the plan does not say which visit is meant.',
  duplicate_route: 'The shift already has a route.',
  incomplete_visit: 'Some stops of the visit are planned, and others are not.',
  divided_visit: 'The stops of one visit are on different routes.',
  too_many_breaks: 'The part of a planned route that has begun has more breaks than the maximum.',
  too_many_reloads: 'More reloads than the maximum have begun after the last stop that has.',
  // Travel costs that the caller supplies.
  windows_do_not_cover_day: 'The traffic windows do not cover each time of the day exactly once.',
  wrong_length: 'The list does not have the same length as the list it belongs to.',
  // The request as a whole.
  too_many_territories: 'Vehicles with territories, multiplied by orders, exceed the maximum.',
  too_many_relations: 'The relations have more members than the maximum.',
  too_many_places: 'There are more distinct places than the maximum.',
  too_many_shifts: 'There are more shifts, with copies and repeats, than the maximum.',
  too_many_visits: 'There are more visits, with those of periodic orders, than the maximum.',
  too_many_windows:
    'There are more time windows, with each day of those that recur, than the maximum.',
  too_many_repeats: 'The repeats of shifts cover more days than the maximum.',
  travel_too_large: 'The travel costs of these places need more memory than a request may use.',
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
