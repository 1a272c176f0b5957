from enum import StrEnum

class DrivingRulesPreset(StrEnum):
    EC_561_2006 = "ec_561_2006"

    def __str__(self) -> str:
        return str(self.value)
