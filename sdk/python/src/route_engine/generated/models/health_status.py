from enum import StrEnum

class HealthStatus(StrEnum):
    LIVE = "live"
    NOT_READY = "not_ready"
    READY = "ready"

    def __str__(self) -> str:
        return str(self.value)
