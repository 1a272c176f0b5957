from enum import StrEnum

class OrderRoutePosition(StrEnum):
    ANY = "any"
    FIRST = "first"
    LAST = "last"

    def __str__(self) -> str:
        return str(self.value)
