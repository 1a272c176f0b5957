from enum import StrEnum

class OptionsMode(StrEnum):
    CHECK = "check"
    INSERT = "insert"
    OPTIMIZE = "optimize"

    def __str__(self) -> str:
        return str(self.value)
