/**
 * Converts whatever was thrown to an error answer, in one place, so that all errors of the service have the same form.
 */
import { EngineCrashError, PoolFullError } from '../engine/index.js';
import { StoreError } from '../accounts/index.js';
import { ApiError, errorBodyOf } from '../errors.js';
import { DOCS_PATH, jsonAnswer, type Answer } from '../api/index.js';

const STORE_RETRY_SECONDS = 5;
const KEY_CHALLENGE = 'ApiKey realm="engine", header="x-api-key"';

export function errorAnswer(error: ApiError, requestId: string): Answer & { body: string } {
  const { retryAfterSeconds, allow, location } = error.details;
  const body = errorBodyOf(error, requestId);
  return {
    ...jsonAnswer(body.status, body),
    headers: {
      // Each heading of that page is a code and its status.
      link: `<${DOCS_PATH}/errors#${body.code}-${body.status}>; rel="help"`,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...(location === undefined ? {} : { location }),
      ...(allow === undefined ? {} : { allow: allow.join(', ') }),
      // RFC 9110 requires this header. No registered scheme sends a key in a separate header.
      ...(body.status === 401 ? { 'www-authenticate': KEY_CHALLENGE } : {}),
    },
  };
}

export function storeAway(): ApiError {
  return new ApiError(
    'overloaded',
    'The store cannot accept the request at the moment; try again.',
    {
      retryAfterSeconds: STORE_RETRY_SECONDS,
    },
  );
}

/** Returns the error that a caller receives for an error that was thrown anywhere in the service. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof PoolFullError) {
    return new ApiError('overloaded', 'All threads are busy and the queue is full; try again.', {
      retryAfterSeconds: error.retryAfterSeconds,
    });
  }
  if (error instanceof EngineCrashError && error.outOfMemory) {
    return new ApiError(
      'request_too_large',
      'The request needs more memory than one request may use.',
    );
  }
  if (error instanceof StoreError) {
    switch (error.code) {
      case 'busy':
      case 'disk':
      case 'overloaded':
      case 'unavailable':
        return storeAway();
      case 'closed':
        return new ApiError('shutting_down', 'Send the request again.', {
          retryAfterSeconds: STORE_RETRY_SECONDS,
        });
      default:
        break;
    }
  }
  return new ApiError(
    'internal_error',
    'This is a fault of the service, not of the request. It has been logged under the request id.',
  );
}
