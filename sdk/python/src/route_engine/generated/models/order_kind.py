from enum import StrEnum

class OrderKind(StrEnum):
    DROPOFF = "dropoff"
    PICKUP = "pickup"
    SERVICE = "service"

    def __str__(self) -> str:
        return str(self.value)
