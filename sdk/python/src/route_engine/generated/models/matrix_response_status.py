from enum import StrEnum

class MatrixResponseStatus(StrEnum):
    OK = "Ok"

    def __str__(self) -> str:
        return str(self.value)
