from enum import StrEnum

class WarningCode(StrEnum):
    IGNORED_FIELD = "ignored_field"
    LOCAL_TIME_IN_GAP = "local_time_in_gap"
    LOCAL_TIME_TWICE = "local_time_twice"
    LOCATION_OFF_ROAD = "location_off_road"
    PLACE_CLOSED = "place_closed"
    SHIFT_OUTSIDE_PERIOD = "shift_outside_period"
    TRAVEL_ESTIMATED = "travel_estimated"

    def __str__(self) -> str:
        return str(self.value)
