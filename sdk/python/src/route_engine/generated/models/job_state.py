from enum import StrEnum

class JobState(StrEnum):
    CANCELLED = "Cancelled"
    COMPLETED = "Completed"
    EXPIRED = "Expired"
    FAILED = "Failed"
    RUNNING = "Running"

    def __str__(self) -> str:
        return str(self.value)
