from enum import StrEnum

class SpeedAreaType(StrEnum):
    POLYGON = "Polygon"

    def __str__(self) -> str:
        return str(self.value)
