"""The Python client against a real service, at ROUTE_ENGINE_URL with the key ROUTE_ENGINE_KEY (see test/e2e/sdk.sh)."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from route_engine import ConnectionLost, JobEnded, Refused, Retries, RouteEngine
from route_engine.generated.models import JobStatus, RoutingRequest

URL = os.environ["ROUTE_ENGINE_URL"]
KEY = os.environ["ROUTE_ENGINE_KEY"]
QUICK = Retries(pause_seconds=0.01)
ENDLESS = {"max_iterations": 10**12, "time_limit": 600}


@pytest.fixture
def engine() -> Iterator[RouteEngine]:
    with RouteEngine(URL, KEY, retries=QUICK) as engine:
        yield engine


def request_of(count: int, **options: Any) -> dict[str, Any]:
    """Orders at as many places."""
    start = {"latitude": 52.5, "longitude": 13.4}
    times = {"start_time": "2026-03-02T08:00:00", "end_time": "2026-03-02T18:00:00"}
    return {
        "vehicles": [{"vehicle_id": "v", "count": 5, "shifts": [{"start_location": start, **times}]}],
        "orders": [
            {"order_id": f"o{idx}", "location": {"latitude": 52.5 + idx / 1000, "longitude": 13.4}}
            for idx in range(count)
        ],
        "options": {"max_iterations": 20, "geometry": "none", **options},
    }


class Wire(httpx.HTTPTransport):
    """The real one; notes what is asked for, and lets a test lose an answer."""

    def __init__(self, meddle: Callable[[httpx.Request, httpx.Response], httpx.Response]) -> None:
        super().__init__()
        self.asked: list[str] = []
        self._meddle = meddle

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(f"{request.method} {request.url.path}")
        return self._meddle(request, super().handle_request(request))


def test_few_places_are_waited_for_and_many_become_a_job() -> None:
    wire = Wire(lambda _, response: response)
    with RouteEngine(URL, KEY, transport=wire) as engine:
        assert engine.solve(request_of(3)).statistics.orders_served == 3
        assert wire.asked == ["POST /engine/routing/v1/sync"]
        seen: list[JobStatus] = []
        plan = engine.solve(request_of(60), on_progress=seen.append)
    assert plan.statistics.orders_served == 60
    assert wire.asked[1:3] == ["POST /engine/routing/v1/async", "GET /engine/jobs/v1/events"]
    assert [seen[-1].status.value, seen[-1].progress] == ["Completed", 1]


def test_a_request_may_be_an_object_of_the_generated_models(engine: RouteEngine) -> None:
    plan = engine.solve(RoutingRequest.from_dict(request_of(2)))
    assert plan.status.value == "Ok"
    assert plan.routes[0].stops[0].type_.value == "start"


def test_a_matrix_is_answered_at_once_or_as_a_job(engine: RouteEngine) -> None:
    locations = [
        {"location_id": f"l{idx}", "latitude": 52 + idx / 1000, "longitude": 13} for idx in range(201)
    ]
    small = engine.matrix({"locations": locations[:2], "vehicle": {}, "weekend": True})
    assert len(small.travel_costs.to_dict()["l0"]["l1"]) == 2
    large = engine.matrix({"locations": locations, "vehicle": {}, "weekend": True, "sources": [0]})
    assert len(large.travel_costs.to_dict()["l0"]) == 201


def test_an_answer_that_was_lost_is_asked_for_again_and_paid_once(engine: RouteEngine) -> None:
    before = engine.account().credits_
    lost: list[str] = []

    def lose(request: httpx.Request, response: httpx.Response) -> httpx.Response:
        if request.method != "POST" or len(lost) >= 2:
            return response
        response.read()
        lost.append(request.url.path)
        raise httpx.ReadError("the connection broke", request=request)

    with RouteEngine(URL, KEY, retries=QUICK, transport=Wire(lose)) as lossy:
        assert lossy.solve(request_of(3)).status.value == "Ok"
    assert len(lost) == 2
    # 3 visits and 5 shifts: a credit for each started ten.
    assert before - engine.account().credits_ == 2


def test_without_events_a_job_is_asked_for_until_it_ends() -> None:
    def withhold(request: httpx.Request, response: httpx.Response) -> httpx.Response:
        if request.url.path.endswith("/events"):
            return httpx.Response(502, request=request)
        return response

    wire = Wire(withhold)
    with RouteEngine(URL, KEY, retries=QUICK, transport=wire) as engine:
        assert engine.solve(request_of(3), way="async").status.value == "Ok"
    assert "GET /engine/routing/v1" in wire.asked


def test_a_refusal_has_its_code_and_its_problems(engine: RouteEngine) -> None:
    wrong = request_of(1)
    wrong["orders"][0]["duraton"] = 60
    with pytest.raises(Refused) as refused:
        engine.solve(wrong)
    assert refused.value.code == "invalid_request"
    assert [(each.pointer, each.code.value) for each in refused.value.problems] == [
        ("/orders/0/duraton", "unknown_field")
    ]


def test_who_stops_waiting_cancels_the_job(engine: RouteEngine) -> None:
    def enough(_: JobStatus) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.solve(request_of(60, **ENDLESS), on_progress=enough)
    assert engine.jobs(limit=1).jobs[0].status.value == "Cancelled"


def test_a_job_that_was_cancelled_has_no_result(engine: RouteEngine) -> None:
    job = engine.submit(request_of(60, **ENDLESS))
    job.cancel()
    with pytest.raises(JobEnded):
        job.result()


def test_a_service_that_is_not_there_is_told_of() -> None:
    with RouteEngine("http://127.0.0.1:1", KEY, retries=Retries(2, 0.01)) as engine:
        with pytest.raises(ConnectionLost, match="in 2 attempts"):
            engine.account()


def test_prices_and_usage(engine: RouteEngine) -> None:
    assert engine.price_of_plan(request_of(11)) == 3
    locations = [{"location_id": "a", "latitude": 1, "longitude": 1}]
    assert engine.price_of_matrix({"locations": locations, "vehicle": {}}) == 1
    engine.solve(request_of(1))
    assert engine.usage(group_by="endpoint").usage[0].requests > 0


def test_its_version_is_that_of_the_service() -> None:
    root = Path(__file__).parents[3]
    version = json.loads((root / "package.json").read_text())["version"]
    assert f'version = "{version}"' in (root / "sdk/python/pyproject.toml").read_text()
