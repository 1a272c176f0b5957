from enum import StrEnum

class OptionsTimeFormat(StrEnum):
    ISO = "iso"
    UNIX = "unix"

    def __str__(self) -> str:
        return str(self.value)
