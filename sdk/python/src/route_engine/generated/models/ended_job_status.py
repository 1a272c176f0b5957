from enum import StrEnum

class EndedJobStatus(StrEnum):
    CANCELLED = "Cancelled"
    COMPLETED = "Completed"
    EXPIRED = "Expired"
    FAILED = "Failed"

    def __str__(self) -> str:
        return str(self.value)
