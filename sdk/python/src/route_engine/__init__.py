"""Route Engine's client: plans of routes and travel-cost matrices. `RouteEngine` is where to begin."""

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
