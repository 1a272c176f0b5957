from enum import StrEnum

class ObjectivePriorities(StrEnum):
    STRICT = "strict"
    WEIGHTED = "weighted"

    def __str__(self) -> str:
        return str(self.value)
