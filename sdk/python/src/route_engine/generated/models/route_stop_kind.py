from enum import StrEnum

class RouteStopKind(StrEnum):
    DROPOFF = "dropoff"
    PICKUP = "pickup"
    SERVICE = "service"

    def __str__(self) -> str:
        return str(self.value)
