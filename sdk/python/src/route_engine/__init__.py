"""The client for Route Engine: route plans and travel-cost matrices. Start with `RouteEngine`."""

from .client import RouteEngine
from .errors import ConnectionLost, JobEnded, Refused, RouteEngineError
from .jobs import Job
from .retry import Retries

__all__ = [
    "ConnectionLost",
    "Job",
    "JobEnded",
    "Refused",
    "Retries",
    "RouteEngine",
    "RouteEngineError",
]
