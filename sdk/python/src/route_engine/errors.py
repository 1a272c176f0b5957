"""What can go wrong, as errors that a program can tell apart: a refusal, a job that ended badly, a connection."""

from .generated.models import ApiError, JobStatus, Problem


class RouteEngineError(Exception):
    """All of the errors below."""


class Refused(RouteEngineError):
    """The service refused the request. `code` does not change its meaning; docs/errors.md has a paragraph for each."""

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
    """No answer of the service came, after all retries."""
