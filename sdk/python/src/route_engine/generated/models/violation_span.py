from enum import StrEnum

class ViolationSpan(StrEnum):
    PERIOD = "period"
    WEEK = "week"

    def __str__(self) -> str:
        return str(self.value)
