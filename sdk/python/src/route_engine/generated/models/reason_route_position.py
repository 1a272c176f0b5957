from enum import StrEnum

class ReasonRoutePosition(StrEnum):
    FIRST = "first"
    LAST = "last"

    def __str__(self) -> str:
        return str(self.value)
