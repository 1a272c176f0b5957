"""The client: one method for each task, no matter whether the service answers at once or runs a job.

    solve(request) -- small --> sync ------------------------------> plan
                   `- large --> async --> events or polling --> url --> plan
"""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import Any, Literal, Self, TypeVar
from urllib.parse import urljoin

import httpx

from .errors import ConnectionLost, Refused, RouteEngineError
from .generated.models import (
    Account,
    ApiError,
    JobPage,
    JobStatus,
    MatrixRequest,
    MatrixResponse,
    RoutingRequest,
    RoutingResponse,
    UsageReport,
)
from .jobs import Job, OnProgress
from .places import can_be_waited_for
from .retry import Retries, retry_after, send_with_retries

ROUTING = "/engine/routing/v1"
MATRIX = "/engine/matrix/v1"
# Refusals that say: too large to be waited for.
TOO_LARGE = frozenset({"too_many_locations", "request_too_complex"})
# The service answers within 29 s.
ANSWER_SECONDS = 35.0

Model = TypeVar("Model")
PlanRequest = RoutingRequest | Mapping[str, Any]
TravelRequest = MatrixRequest | Mapping[str, Any]


class RouteEngine:
    """Requests are objects of `route_engine.generated.models`, or dictionaries as in the documentation."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: Retries = Retries(),
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._retries = retries
        self._key = {"x-api-key": api_key}
        self._http = httpx.Client(timeout=ANSWER_SECONDS, transport=transport)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def solve(
        self,
        request: PlanRequest,
        *,
        on_progress: OnProgress | None = None,
        way: Literal["auto", "sync", "async"] = "auto",
        idempotency_key: str | None = None,
    ) -> RoutingResponse:
        """Returns a plan. Small requests are synchronous, large ones become a job that is waited for."""
        body = _body(request)
        key = idempotency_key or str(uuid.uuid4())
        if way == "sync" or (way == "auto" and can_be_waited_for(body)):
            try:
                return RoutingResponse.from_dict(self._post(f"{ROUTING}/sync", body, key))
            except Refused as refusal:
                if way == "sync" or refusal.code not in TOO_LARGE:
                    raise
        return self.submit(body, idempotency_key=key).result(on_progress)

    def submit(
        self, request: PlanRequest, *, idempotency_key: str | None = None
    ) -> Job[RoutingResponse]:
        """Submits a job and returns it without waiting for its result."""
        key = idempotency_key or str(uuid.uuid4())
        return self.routing_job(str(self._post(f"{ROUTING}/async", _body(request), key)["JobId"]))

    def matrix(
        self,
        request: TravelRequest,
        *,
        on_progress: OnProgress | None = None,
        idempotency_key: str | None = None,
    ) -> MatrixResponse:
        """Returns distances and travel times."""
        key = idempotency_key or str(uuid.uuid4())
        answer = self._post(MATRIX, _body(request), key)
        if "jobid" in answer:
            return self.matrix_job(str(answer["jobid"])).result(on_progress)
        return MatrixResponse.from_dict(answer)

    def price_of_plan(self, request: PlanRequest) -> int:
        """Returns the price of a plan in credits."""
        return int(self._post(f"{ROUTING}/price", _body(request), None)["credits"])

    def price_of_matrix(self, request: TravelRequest) -> int:
        """Returns the price of a matrix in credits."""
        return int(self._post(f"{MATRIX}/price", _body(request), None)["credits"])

    def routing_job(self, job_id: str) -> Job[RoutingResponse]:
        """Returns a job that was submitted earlier, for example one that a webhook has reported."""
        return Job(self, ROUTING, job_id, _reader(RoutingResponse.from_dict))

    def matrix_job(self, job_id: str) -> Job[MatrixResponse]:
        """Returns a job that was submitted earlier, for example one that a webhook has reported."""
        return Job(self, MATRIX, job_id, _reader(MatrixResponse.from_dict))

    def jobs(self, **query: str | int) -> JobPage:
        """Lists the jobs of the account, newest first. Parameters: `limit`, `cursor`, `kind`, `status`."""
        return JobPage.from_dict(self._get("/engine/jobs/v1", query))

    def account(self) -> Account:
        return Account.from_dict(self._get("/engine/account/v1", {}))

    def usage(self, **query: str) -> UsageReport:
        """Returns what the account has used. Parameters: `from`, `to`, `group_by`."""
        return UsageReport.from_dict(self._get("/engine/account/v1/usage", query))

    # For jobs.

    def job_status(self, path: str, job_id: str) -> JobStatus:
        return JobStatus.from_dict(self._get(path, {"jobid": job_id, "details": "true"}))

    def cancel_job(self, path: str, job_id: str) -> None:
        try:
            self._call("DELETE", path, params={"jobid": job_id})
        except Refused as refusal:
            # It has ended meanwhile: what was wanted has come.
            if refusal.code != "job_already_finished":
                raise

    def job_events(self, job_id: str) -> Iterator[JobStatus]:
        """Ends without an error if there are no events: polling follows."""
        with self._http.stream(
            "GET",
            f"{self._base_url}/engine/jobs/v1/events",
            params={"jobid": job_id},
            headers=self._key,
        ) as response:
            if response.status_code != 200:
                return
            # Each event has one line of data, as the service writes them.
            for line in response.iter_lines():
                if line.startswith("data: "):
                    yield JobStatus.from_dict(json.loads(line.removeprefix("data: ")))

    def download(self, url: str) -> object:
        """Downloads without the API key: the link carries its own permission and may lead to another host."""
        link = urljoin(f"{self._base_url}/", url)
        return _json_of(send_with_retries(lambda: self._http.get(link), self._retries))

    def _get(self, path: str, query: Mapping[str, str | int]) -> dict[str, Any]:
        return self._call("GET", path, params=query)

    def _post(self, path: str, body: Mapping[str, Any], key: str | None) -> dict[str, Any]:
        headers = {} if key is None else {"idempotency-key": key}
        return self._call("POST", path, json=body, headers=headers)

    def _call(
        self,
        method: str,
        path: str,
        *,
        params: Mapping[str, str | int] | None = None,
        json: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        def send() -> httpx.Response:
            return self._http.request(
                method,
                self._base_url + path,
                params=params,
                json=json,
                headers={**self._key, **(headers or {})},
            )

        return _object_of(_json_of(send_with_retries(send, self._retries)))


def _body(request: RoutingRequest | MatrixRequest | Mapping[str, Any]) -> Mapping[str, Any]:
    """Sends a dictionary unchanged, so that the service reports misspelled names."""
    return request if isinstance(request, Mapping) else request.to_dict()


def _reader(read: Callable[[Mapping[str, Any]], Model]) -> Callable[[object], Model]:
    return lambda value: read(_object_of(value))


def _object_of(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RouteEngineError("The answer is no object.")
    return value


def _json_of(response: httpx.Response) -> object:
    try:
        body: object = response.json()
    except ValueError:
        body = None
    if response.is_success:
        return body
    if isinstance(body, dict) and "code" in body and "comment" in body:
        raise Refused(ApiError.from_dict(body), retry_after(response))
    raise ConnectionLost(f"{response.url} answered with status {response.status_code}.")
