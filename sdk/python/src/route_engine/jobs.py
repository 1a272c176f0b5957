"""A job: its status, by server-sent events or polling, and its result."""

import time
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

import httpx

from .errors import ConnectionLost, JobEnded
from .generated.models import JobState, JobStatus

Result = TypeVar("Result")
OnProgress = Callable[[JobStatus], None]

# The first and the longest pause between polls.
PAUSE_SECONDS = 0.5
PAUSE_SECONDS_MAX = 5.0


class Api(Protocol):
    """The part of the client that a job uses."""

    def job_status(self, path: str, job_id: str) -> JobStatus: ...

    def cancel_job(self, path: str, job_id: str) -> None: ...

    def job_events(self, job_id: str) -> Iterator[JobStatus]: ...

    def download(self, url: str) -> object: ...


class Job(Generic[Result]):
    """A job, with the `id` that webhooks and the list of jobs use."""

    def __init__(self, api: Api, path: str, job_id: str, read: Callable[[object], Result]) -> None:
        self.id = job_id
        self._api = api
        self._path = path
        self._read = read

    def status(self) -> JobStatus:
        """Returns the current status, with details."""
        return self._api.job_status(self._path, self.id)

    def cancel(self) -> None:
        """Cancels the job. A job that has ended stays as it is."""
        self._api.cancel_job(self._path, self.id)

    def progress(self) -> Iterator[JobStatus]:
        """Yields the status whenever it changes. The last status is the final one."""
        try:
            for status in self._api.job_events(self.id):
                yield status
                if status.status != JobState.RUNNING:
                    return
        except (httpx.HTTPError, ConnectionLost):
            pass  # Polling reports what is wrong, if anything is.
        pause = PAUSE_SECONDS
        while True:
            status = self.status()
            yield status
            if status.status != JobState.RUNNING:
                return
            time.sleep(pause)
            pause = min(pause * 1.5, PAUSE_SECONDS_MAX)

    def result(self, on_progress: OnProgress | None = None) -> Result:
        """Waits for the result. Whatever ends the wait, such as Ctrl-C or an error in `on_progress`, cancels it."""
        try:
            status = self._end(on_progress)
        except BaseException:
            self.cancel()
            raise
        if not isinstance(status.url, str):
            raise JobEnded(self.id, status)
        return self._read(self._api.download(status.url))

    def _end(self, on_progress: OnProgress | None) -> JobStatus:
        last: JobStatus | None = None
        for last in self.progress():
            if on_progress is not None:
                on_progress(last)
        return last if last is not None else self.status()
