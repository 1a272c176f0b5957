from enum import StrEnum

class GetUsageGroupBy(StrEnum):
    DAY = "day"
    ENDPOINT = "endpoint"
    KEY = "key"

    def __str__(self) -> str:
        return str(self.value)
