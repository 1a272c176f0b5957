from enum import StrEnum

class DrivingLimit(StrEnum):
    DAILY_REST_DURATION = "daily_rest_duration"
    DAILY_REST_PARTS = "daily_rest_parts"
    EXTENDED_DAILY_DRIVING_DURATION = "extended_daily_driving_duration"
    MAX_DAILY_DRIVING_DURATION = "max_daily_driving_duration"
    MAX_DAILY_DURATION = "max_daily_duration"
    MAX_DRIVING_DURATION = "max_driving_duration"
    MAX_WORKING_DURATION = "max_working_duration"
    REDUCED_DAILY_REST_DURATION = "reduced_daily_rest_duration"

    def __str__(self) -> str:
        return str(self.value)
