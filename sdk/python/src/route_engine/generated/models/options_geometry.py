from enum import StrEnum

class OptionsGeometry(StrEnum):
    GEOJSON = "geojson"
    NONE = "none"
    POLYLINE = "polyline"
    POLYLINE6 = "polyline6"

    def __str__(self) -> str:
        return str(self.value)
