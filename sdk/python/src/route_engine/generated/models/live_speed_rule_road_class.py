from enum import StrEnum

class LiveSpeedRuleRoadClass(StrEnum):
    CYCLEWAY = "cycleway"
    FERRY = "ferry"
    FOOTWAY = "footway"
    LIVING_STREET = "living_street"
    MOTORWAY = "motorway"
    MOTORWAY_LINK = "motorway_link"
    OTHER = "other"
    PATH = "path"
    PEDESTRIAN = "pedestrian"
    PRIMARY = "primary"
    PRIMARY_LINK = "primary_link"
    RESIDENTIAL = "residential"
    SECONDARY = "secondary"
    SECONDARY_LINK = "secondary_link"
    SERVICE = "service"
    SHUTTLE_TRAIN = "shuttle_train"
    STEPS = "steps"
    TERTIARY = "tertiary"
    TERTIARY_LINK = "tertiary_link"
    TRACK = "track"
    TRUNK = "trunk"
    TRUNK_LINK = "trunk_link"
    UNCLASSIFIED = "unclassified"

    def __str__(self) -> str:
        return str(self.value)
