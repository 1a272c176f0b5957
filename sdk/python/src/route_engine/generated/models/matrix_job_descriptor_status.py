from enum import StrEnum

class MatrixJobDescriptorStatus(StrEnum):
    ACCEPTED = "Accepted"

    def __str__(self) -> str:
        return str(self.value)
