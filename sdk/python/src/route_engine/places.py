"""Whether a plan can be synchronous: fewer than 50 distinct places, at most 2,000 visits and 25 s of search."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

PLACE_COUNT_END = 50
SECONDS_MAX = 25
VISIT_COUNT_MAX = 2_000


def can_be_waited_for(request: Mapping[str, Any]) -> bool:
    """An estimate. The service decides: a request that it refuses as too large is sent again as a job."""
    options = request.get("options") or {}
    return (
        place_count(request) < PLACE_COUNT_END
        and (options.get("time_limit") or 0) <= SECONDS_MAX
        and len(request.get("orders") or ()) <= VISIT_COUNT_MAX
        and "webhook_url" not in options
    )


def place_count(request: Mapping[str, Any]) -> int:
    """Returns the number of distinct places in use."""
    return len({json.dumps(place, sort_keys=True) for place in _places(request) if place is not None})


def _places(request: Mapping[str, Any]) -> Iterator[Any]:
    for vehicle in request.get("vehicles") or ():
        for shift in vehicle.get("shifts") or ():
            yield shift.get("start_location")
            yield shift.get("end_location")
            yield from _of_parts(shift, "breaks", "soft_breaks", "reloads")
    for order in request.get("orders") or ():
        yield order.get("location")
        yield from _of_parts(order, "alternative_locations", "pickups", "dropoffs")


def _of_parts(whole: Mapping[str, Any], *names: str) -> Iterator[Any]:
    for name in names:
        for part in whole.get(name) or ():
            yield part.get("location")
