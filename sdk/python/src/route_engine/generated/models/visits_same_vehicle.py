from enum import StrEnum

class VisitsSameVehicle(StrEnum):
    FREE = "free"
    PREFERRED = "preferred"
    REQUIRED = "required"

    def __str__(self) -> str:
        return str(self.value)
