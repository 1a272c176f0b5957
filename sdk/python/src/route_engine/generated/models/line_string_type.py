from enum import StrEnum

class LineStringType(StrEnum):
    LINESTRING = "LineString"

    def __str__(self) -> str:
        return str(self.value)
