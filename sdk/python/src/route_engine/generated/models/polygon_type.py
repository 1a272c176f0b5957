from enum import StrEnum

class PolygonType(StrEnum):
    POLYGON = "Polygon"

    def __str__(self) -> str:
        return str(self.value)
