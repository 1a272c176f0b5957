from enum import StrEnum

class Profile(StrEnum):
    BICYCLE = "bicycle"
    CAR = "car"
    FOOT = "foot"
    TRUCK = "truck"
    VAN = "van"

    def __str__(self) -> str:
        return str(self.value)
