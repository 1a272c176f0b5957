from enum import StrEnum

class ReasonSpan(StrEnum):
    PERIOD = "period"
    WEEK = "week"

    def __str__(self) -> str:
        return str(self.value)
