"""The errors of the client: a refused request, a job without a result, a failed connection."""

from .generated.models import ApiError, JobStatus, Problem


class RouteEngineError(Exception):
    """The base class of the errors below."""


class Refused(RouteEngineError):
    """The service refused the request. The meaning of a `code` never changes; docs/errors.md describes each."""

    def __init__(self, body: ApiError, retry_after_seconds: float | None) -> None:
        super().__init__(f"{body.code.value}: {body.comment}")
        self.body = body
        self.retry_after_seconds = retry_after_seconds

    @property
    def code(self) -> str:
        return self.body.code.value

    @property
    def problems(self) -> list[Problem]:
        """The faults of the request, each with a JSON pointer into it."""
        return self.body.errors


class JobEnded(RouteEngineError):
    """A job ended without a result: it failed, was cancelled, or its result is no longer kept."""

    def __init__(self, job_id: str, status: JobStatus) -> None:
        why = f": {status.error.comment}" if isinstance(status.error, ApiError) else ""
        super().__init__(f"Job {job_id} is {status.status.value}{why}")
        self.job_id = job_id
        self.status = status


class ConnectionLost(RouteEngineError):
    """The service did not answer in any attempt."""
