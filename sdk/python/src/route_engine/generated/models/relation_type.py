from enum import StrEnum

class RelationType(StrEnum):
    BEFORE = "before"
    CONSECUTIVE = "consecutive"
    DIFFERENT_VEHICLES = "different_vehicles"
    SAME_ROUTE = "same_route"
    SAME_VEHICLE = "same_vehicle"
    SEQUENCE = "sequence"
    SIMULTANEOUS = "simultaneous"

    def __str__(self) -> str:
        return str(self.value)
