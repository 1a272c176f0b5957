from enum import StrEnum

class OrderLoadOrder(StrEnum):
    ANY = "any"
    FIFO = "fifo"
    LIFO = "lifo"

    def __str__(self) -> str:
        return str(self.value)
