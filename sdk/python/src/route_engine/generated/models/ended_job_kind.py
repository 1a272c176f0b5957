from enum import StrEnum

class EndedJobKind(StrEnum):
    MATRIX = "matrix"
    ROUTING = "routing"

    def __str__(self) -> str:
        return str(self.value)
