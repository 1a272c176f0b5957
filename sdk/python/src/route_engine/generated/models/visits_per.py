from enum import StrEnum

class VisitsPer(StrEnum):
    MONTH = "month"
    PLANNING_PERIOD = "planning_period"
    WEEK = "week"

    def __str__(self) -> str:
        return str(self.value)
