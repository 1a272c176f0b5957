from enum import StrEnum

class RoutingJobDescriptorJobStatus(StrEnum):
    ACCEPTED = "Accepted"

    def __str__(self) -> str:
        return str(self.value)
