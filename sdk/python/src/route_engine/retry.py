"""Sends again what was lost or held back: connections that broke, 429 and 503, and what proxies answer in the service's place.

Posts carry an idempotency key, so that nothing is charged twice.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

import httpx

from .errors import ConnectionLost

REPEATED_STATUSES = frozenset({429, 502, 503})


@dataclass(frozen=True)
class Retries:
    """How often, and with which pauses: the first, each later one twice as long."""

    attempts_max: int = 6
    pause_seconds: float = 0.25
    # Who is told to wait for longer is not kept waiting, but told.
    pause_seconds_max: float = 60.0


def retry_after(response: httpx.Response) -> float | None:
    try:
        return float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None


def send_with_retries(send: Callable[[], httpx.Response], retries: Retries) -> httpx.Response:
    attempt = 0
    while True:
        attempt += 1
        # With up to a quarter more, so that many do not come back at once.
        pause = retries.pause_seconds * 2 ** (attempt - 1) * (1 + random.random() / 4)
        lost: httpx.TransportError | None = None
        response: httpx.Response | None = None
        try:
            response = send()
        except httpx.TransportError as error:
            lost = error
        if response is not None:
            if response.status_code not in REPEATED_STATUSES:
                return response
            pause = max(pause, retry_after(response) or 0)
        if attempt >= retries.attempts_max or pause > retries.pause_seconds_max:
            if response is not None:
                return response
            raise ConnectionLost(f"no answer in {attempt} attempts: {lost}") from lost
        time.sleep(pause)
