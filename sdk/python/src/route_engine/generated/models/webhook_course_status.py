from enum import StrEnum

class WebhookCourseStatus(StrEnum):
    DELIVERED = "delivered"
    GIVEN_UP = "given_up"
    RETRYING = "retrying"
    WAITING = "waiting"

    def __str__(self) -> str:
        return str(self.value)
