from enum import StrEnum

class RouteStopType(StrEnum):
    BREAK = "break"
    END = "end"
    ORDER = "order"
    RELOAD = "reload"
    SOFT_BREAK = "soft_break"
    START = "start"

    def __str__(self) -> str:
        return str(self.value)
