from enum import StrEnum

class JobEndedType(StrEnum):
    JOB_CANCELLED = "job.cancelled"
    JOB_COMPLETED = "job.completed"
    JOB_EXPIRED = "job.expired"
    JOB_FAILED = "job.failed"

    def __str__(self) -> str:
        return str(self.value)
