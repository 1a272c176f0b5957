from enum import StrEnum

class ObjectiveMinimizeItem(StrEnum):
    COST = "cost"
    DISTANCE = "distance"
    DURATION = "duration"
    IMBALANCE = "imbalance"
    LATENESS = "lateness"
    SHIFTS = "shifts"
    UNSERVED = "unserved"
    VEHICLES = "vehicles"

    def __str__(self) -> str:
        return str(self.value)
