from enum import StrEnum

class TravelMatrixTravelModel(StrEnum):
    ESTIMATE = "estimate"
    MIXED = "mixed"
    ROAD = "road"

    def __str__(self) -> str:
        return str(self.value)
