from enum import StrEnum

class JobEventEvent(StrEnum):
    END = "end"
    PROGRESS = "progress"

    def __str__(self) -> str:
        return str(self.value)
