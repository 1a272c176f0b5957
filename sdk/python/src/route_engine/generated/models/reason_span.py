from enum import StrEnum

class ReasonSpan(StrEnum):
    PERIOD = "period"
    TWO_WEEKS = "two_weeks"
    WEEK = "week"

    def __str__(self) -> str:
        return str(self.value)
