from enum import StrEnum

class TravelMatrixStatus(StrEnum):
    OK = "Ok"

    def __str__(self) -> str:
        return str(self.value)
