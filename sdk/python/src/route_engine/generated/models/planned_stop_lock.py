from enum import StrEnum

class PlannedStopLock(StrEnum):
    NONE = "none"
    SEQUENCE = "sequence"
    TIME = "time"
    VEHICLE = "vehicle"

    def __str__(self) -> str:
        return str(self.value)
