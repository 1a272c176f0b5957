from enum import StrEnum

class LimitField(StrEnum):
    DAILY_REST_DURATION = "daily_rest_duration"
    DAILY_REST_PARTS = "daily_rest_parts"
    DAY_PATTERNS = "day_patterns"
    EXTENDED_DAILY_DRIVING_DURATION = "extended_daily_driving_duration"
    MAX_DAILY_DRIVING_DURATION = "max_daily_driving_duration"
    MAX_DAILY_DURATION = "max_daily_duration"
    MAX_DAYS_BETWEEN = "max_days_between"
    MAX_DRIVING_DURATION = "max_driving_duration"
    MAX_WORKING_DURATION = "max_working_duration"
    MIN_DAYS_BETWEEN = "min_days_between"
    PARTIAL = "partial"
    PER = "per"
    REDUCED_DAILY_REST_DURATION = "reduced_daily_rest_duration"
    SAME_TIME_TOLERANCE = "same_time_tolerance"
    SAME_VEHICLE = "same_vehicle"
    SAME_WEEKDAYS = "same_weekdays"
    WEEKDAYS = "weekdays"

    def __str__(self) -> str:
        return str(self.value)
