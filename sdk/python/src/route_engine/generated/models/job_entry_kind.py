from enum import StrEnum

class JobEntryKind(StrEnum):
    MATRIX = "matrix"
    ROUTING = "routing"

    def __str__(self) -> str:
        return str(self.value)
