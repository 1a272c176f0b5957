from enum import StrEnum

class ReasonCode(StrEnum):
    ATTRIBUTE_FORBIDDEN = "attribute_forbidden"
    ATTRIBUTE_MISSING = "attribute_missing"
    BREAK = "break"
    CAPACITY = "capacity"
    CHEAPER_UNSERVED = "cheaper_unserved"
    DISTANCE = "distance"
    DRIVING_DURATION = "driving_duration"
    DRIVING_RULES = "driving_rules"
    DURATION = "duration"
    END_LOAD = "end_load"
    LATEST_START = "latest_start"
    LOAD_INCOMPATIBLE = "load_incompatible"
    LOAD_ORDER = "load_order"
    LOCK = "lock"
    NOT_FOUND_IN_TIME = "not_found_in_time"
    NO_VEHICLE = "no_vehicle"
    OUTSIDE_PERIOD = "outside_period"
    RELATION = "relation"
    RIDE_DURATION = "ride_duration"
    ROUTE_POSITION = "route_position"
    SHIFT_REST = "shift_rest"
    SHIFT_TIME = "shift_time"
    STOPS = "stops"
    TIME_WINDOW = "time_window"
    UNREACHABLE = "unreachable"
    VEHICLE_NOT_ALLOWED = "vehicle_not_allowed"
    VISIT_SPACING = "visit_spacing"
    WAITING_DURATION = "waiting_duration"

    def __str__(self) -> str:
        return str(self.value)
