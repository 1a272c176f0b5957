"""Retries after broken connections, 429, 503, and 502, which proxies answer for a service that they cannot reach.

POST requests carry an idempotency key, so that nothing is charged twice.
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
    """The number of attempts, and the first pause; each later pause is twice as long."""

    attempts_max: int = 6
    pause_seconds: float = 0.25
    # If the service asks for a longer pause, its answer is returned without a retry.
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
        # Up to a quarter more, so that many clients do not retry at the same moment.
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
