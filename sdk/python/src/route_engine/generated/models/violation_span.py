from enum import StrEnum

class ViolationSpan(StrEnum):
    PERIOD = "period"
    TWO_WEEKS = "two_weeks"
    WEEK = "week"

    def __str__(self) -> str:
        return str(self.value)
