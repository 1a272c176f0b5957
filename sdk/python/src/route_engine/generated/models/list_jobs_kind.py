from enum import StrEnum

class ListJobsKind(StrEnum):
    MATRIX = "matrix"
    ROUTING = "routing"

    def __str__(self) -> str:
        return str(self.value)
