from enum import StrEnum

class ErrorCode(StrEnum):
    ACCOUNT_DISABLED = "account_disabled"
    HTTPS_REQUIRED = "https_required"
    IDEMPOTENCY_CONFLICT = "idempotency_conflict"
    INSUFFICIENT_CREDITS = "insufficient_credits"
    INTERNAL_ERROR = "internal_error"
    INVALID_API_KEY = "invalid_api_key"
    INVALID_JSON = "invalid_json"
    INVALID_LINK = "invalid_link"
    INVALID_REQUEST = "invalid_request"
    JOB_ALREADY_FINISHED = "job_already_finished"
    LOCATION_UNREACHABLE = "location_unreachable"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    MISSING_API_KEY = "missing_api_key"
    OVERLOADED = "overloaded"
    QUOTA_EXCEEDED = "quota_exceeded"
    RATE_LIMITED = "rate_limited"
    REQUEST_TOO_COMPLEX = "request_too_complex"
    REQUEST_TOO_LARGE = "request_too_large"
    RESULT_EXPIRED = "result_expired"
    SHUTTING_DOWN = "shutting_down"
    TIMEOUT = "timeout"
    TOO_MANY_AT_ONCE = "too_many_at_once"
    TOO_MANY_JOBS = "too_many_jobs"
    TOO_MANY_LOCATIONS = "too_many_locations"
    UNKNOWN_JOB = "unknown_job"
    UNKNOWN_PATH = "unknown_path"
    UNSUPPORTED_MEDIA_TYPE = "unsupported_media_type"

    def __str__(self) -> str:
        return str(self.value)
