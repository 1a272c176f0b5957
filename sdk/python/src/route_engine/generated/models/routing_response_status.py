from enum import StrEnum

class RoutingResponseStatus(StrEnum):
    INVALID = "Invalid"
    OK = "Ok"
    PARTIAL = "Partial"

    def __str__(self) -> str:
        return str(self.value)
