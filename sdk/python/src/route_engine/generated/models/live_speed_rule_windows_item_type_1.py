from enum import StrEnum

class LiveSpeedRuleWindowsItemType1(StrEnum):
    WEEKEND = "weekend"

    def __str__(self) -> str:
        return str(self.value)
