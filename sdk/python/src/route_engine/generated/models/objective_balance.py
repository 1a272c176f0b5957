from enum import StrEnum

class ObjectiveBalance(StrEnum):
    DURATION = "duration"
    LOAD = "load"
    STOPS = "stops"

    def __str__(self) -> str:
        return str(self.value)
