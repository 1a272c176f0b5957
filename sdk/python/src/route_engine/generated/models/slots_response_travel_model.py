from enum import StrEnum

class SlotsResponseTravelModel(StrEnum):
    ESTIMATE = "estimate"
    MATRIX = "matrix"
    MIXED = "mixed"
    ROAD = "road"

    def __str__(self) -> str:
        return str(self.value)
