from enum import StrEnum

class WarningCode(StrEnum):
    IGNORED_FIELD = "ignored_field"
    LOCAL_TIME_IN_GAP = "local_time_in_gap"
    LOCAL_TIME_TWICE = "local_time_twice"
    LOCATION_OFF_ROAD = "location_off_road"
    LOCKED_OUTSIDE_WINDOWS = "locked_outside_windows"
    PLACE_CLOSED = "place_closed"
    PLAN_WITHOUT_TIMES = "plan_without_times"
    SHIFT_OUTSIDE_PERIOD = "shift_outside_period"
    SWAPPED_COORDINATES = "swapped_coordinates"
    TRAVEL_ESTIMATED = "travel_estimated"
    UNBOUNDED_REPEAT = "unbounded_repeat"
    UNLIMITED_DIMENSION = "unlimited_dimension"

    def __str__(self) -> str:
        return str(self.value)
