""" Contains all the data models used in inputs/outputs """

from .account import Account
from .account_limits import AccountLimits
from .alternative_location import AlternativeLocation
from .api_error import ApiError
from .api_key import ApiKey
from .best_plan import BestPlan
from .bound import Bound
from .bounding_box import BoundingBox
from .break_ import Break
from .coordinates import Coordinates
from .cost import Cost
from .driving_rules import DrivingRules
from .driving_rules_preset import DrivingRulesPreset
from .ended_job import EndedJob
from .ended_job_kind import EndedJobKind
from .ended_job_status import EndedJobStatus
from .error_code import ErrorCode
from .get_matrix_job_details import GetMatrixJobDetails
from .get_routing_job_details import GetRoutingJobDetails
from .get_usage_group_by import GetUsageGroupBy
from .handling import Handling
from .handling_per_unit import HandlingPerUnit
from .health import Health
from .health_status import HealthStatus
from .job_ended import JobEnded
from .job_ended_type import JobEndedType
from .job_entry import JobEntry
from .job_entry_kind import JobEntryKind
from .job_event import JobEvent
from .job_event_event import JobEventEvent
from .job_page import JobPage
from .job_state import JobState
from .job_status import JobStatus
from .key_list import KeyList
from .limit_field import LimitField
from .line_string import LineString
from .line_string_type import LineStringType
from .list_jobs_kind import ListJobsKind
from .live_speed_rule import LiveSpeedRule
from .live_speed_rule_road_class import LiveSpeedRuleRoadClass
from .live_speed_rule_windows_item_type_1 import LiveSpeedRuleWindowsItemType1
from .live_speeds import LiveSpeeds
from .live_speeds_request import LiveSpeedsRequest
from .live_speeds_state import LiveSpeedsState
from .located_place import LocatedPlace
from .location import Location
from .matrix_job_descriptor import MatrixJobDescriptor
from .matrix_job_descriptor_status import MatrixJobDescriptorStatus
from .matrix_location import MatrixLocation
from .matrix_request import MatrixRequest
from .matrix_response import MatrixResponse
from .matrix_response_status import MatrixResponseStatus
from .matrix_response_travel_costs import MatrixResponseTravelCosts
from .matrix_response_travel_costs_additional_property import MatrixResponseTravelCostsAdditionalProperty
from .matrix_response_travel_model import MatrixResponseTravelModel
from .matrix_vehicle import MatrixVehicle
from .objective import Objective
from .objective_balance import ObjectiveBalance
from .objective_minimize_item import ObjectiveMinimizeItem
from .objective_priorities import ObjectivePriorities
from .open_api import OpenApi
from .options import Options
from .options_geometry import OptionsGeometry
from .options_mode import OptionsMode
from .options_time_format import OptionsTimeFormat
from .order import Order
from .order_kind import OrderKind
from .order_load import OrderLoad
from .order_load_order import OrderLoadOrder
from .order_metadata import OrderMetadata
from .order_route_position import OrderRoutePosition
from .outline_route import OutlineRoute
from .outline_stop import OutlineStop
from .plan import Plan
from .plan_cost import PlanCost
from .plan_outline import PlanOutline
from .plan_statistics import PlanStatistics
from .planned_route import PlannedRoute
from .planned_stop import PlannedStop
from .planned_stop_lock import PlannedStopLock
from .planned_stop_type import PlannedStopType
from .planning_period import PlanningPeriod
from .polygon import Polygon
from .polygon_type import PolygonType
from .preferred_vehicle import PreferredVehicle
from .price import Price
from .problem import Problem
from .problem_code import ProblemCode
from .profile import Profile
from .reason import Reason
from .reason_code import ReasonCode
from .reason_route_position import ReasonRoutePosition
from .reason_span import ReasonSpan
from .relation import Relation
from .relation_type import RelationType
from .reload import Reload
from .result_of_job import ResultOfJob
from .route import Route
from .route_metadata import RouteMetadata
from .route_statistics import RouteStatistics
from .route_statistics_max_load import RouteStatisticsMaxLoad
from .route_stop import RouteStop
from .route_stop_kind import RouteStopKind
from .route_stop_load_after import RouteStopLoadAfter
from .route_stop_metadata import RouteStopMetadata
from .route_stop_type import RouteStopType
from .routing_job_descriptor import RoutingJobDescriptor
from .routing_job_descriptor_job_status import RoutingJobDescriptorJobStatus
from .routing_request import RoutingRequest
from .routing_response import RoutingResponse
from .routing_response_status import RoutingResponseStatus
from .routing_response_travel_model import RoutingResponseTravelModel
from .search_statistics import SearchStatistics
from .shift import Shift
from .slot import Slot
from .slots_question import SlotsQuestion
from .slots_request import SlotsRequest
from .slots_response import SlotsResponse
from .slots_response_travel_model import SlotsResponseTravelModel
from .snapped_position import SnappedPosition
from .soft_break import SoftBreak
from .soft_distance_limit import SoftDistanceLimit
from .soft_duration_limit import SoftDurationLimit
from .soft_limits import SoftLimits
from .soft_stops_limit import SoftStopsLimit
from .soft_time_window import SoftTimeWindow
from .span_limits import SpanLimits
from .speed_area import SpeedArea
from .speed_area_type import SpeedAreaType
from .stability import Stability
from .stop import Stop
from .stop_load import StopLoad
from .territory import Territory
from .time_window import TimeWindow
from .traffic_window import TrafficWindow
from .travel import Travel
from .travel_matrix import TravelMatrix
from .travel_matrix_free_flow_travel_costs import TravelMatrixFreeFlowTravelCosts
from .travel_matrix_free_flow_travel_costs_additional_property import TravelMatrixFreeFlowTravelCostsAdditionalProperty
from .travel_matrix_location import TravelMatrixLocation
from .travel_matrix_pair import TravelMatrixPair
from .travel_matrix_status import TravelMatrixStatus
from .travel_matrix_travel_costs import TravelMatrixTravelCosts
from .travel_matrix_travel_costs_additional_property import TravelMatrixTravelCostsAdditionalProperty
from .travel_matrix_travel_model import TravelMatrixTravelModel
from .travel_matrix_warning import TravelMatrixWarning
from .travel_matrix_weekend_travel_costs import TravelMatrixWeekendTravelCosts
from .travel_matrix_weekend_travel_costs_additional_property import TravelMatrixWeekendTravelCostsAdditionalProperty
from .travel_matrix_window import TravelMatrixWindow
from .unavailable_slot import UnavailableSlot
from .unreachable_pair import UnreachablePair
from .unserved_cause import UnservedCause
from .unserved_order import UnservedOrder
from .unserved_order_metadata import UnservedOrderMetadata
from .usage_entry import UsageEntry
from .usage_report import UsageReport
from .usage_report_group_by import UsageReportGroupBy
from .vehicle import Vehicle
from .vehicle_capacity import VehicleCapacity
from .vehicle_costs import VehicleCosts
from .vehicle_limits import VehicleLimits
from .vehicle_metadata import VehicleMetadata
from .violation import Violation
from .violation_span import ViolationSpan
from .visits import Visits
from .visits_per import VisitsPer
from .visits_same_vehicle import VisitsSameVehicle
from .warning import Warning_
from .warning_code import WarningCode
from .webhook_course import WebhookCourse
from .webhook_course_status import WebhookCourseStatus
from .webhook_secret import WebhookSecret
from .weekday import Weekday

__all__ = (
    "Account",
    "AccountLimits",
    "AlternativeLocation",
    "ApiError",
    "ApiKey",
    "BestPlan",
    "Bound",
    "BoundingBox",
    "Break",
    "Coordinates",
    "Cost",
    "DrivingRules",
    "DrivingRulesPreset",
    "EndedJob",
    "EndedJobKind",
    "EndedJobStatus",
    "ErrorCode",
    "GetMatrixJobDetails",
    "GetRoutingJobDetails",
    "GetUsageGroupBy",
    "Handling",
    "HandlingPerUnit",
    "Health",
    "HealthStatus",
    "JobEnded",
    "JobEndedType",
    "JobEntry",
    "JobEntryKind",
    "JobEvent",
    "JobEventEvent",
    "JobPage",
    "JobState",
    "JobStatus",
    "KeyList",
    "LimitField",
    "LineString",
    "LineStringType",
    "ListJobsKind",
    "LiveSpeedRule",
    "LiveSpeedRuleRoadClass",
    "LiveSpeedRuleWindowsItemType1",
    "LiveSpeeds",
    "LiveSpeedsRequest",
    "LiveSpeedsState",
    "LocatedPlace",
    "Location",
    "MatrixJobDescriptor",
    "MatrixJobDescriptorStatus",
    "MatrixLocation",
    "MatrixRequest",
    "MatrixResponse",
    "MatrixResponseStatus",
    "MatrixResponseTravelCosts",
    "MatrixResponseTravelCostsAdditionalProperty",
    "MatrixResponseTravelModel",
    "MatrixVehicle",
    "Objective",
    "ObjectiveBalance",
    "ObjectiveMinimizeItem",
    "ObjectivePriorities",
    "OpenApi",
    "Options",
    "OptionsGeometry",
    "OptionsMode",
    "OptionsTimeFormat",
    "Order",
    "OrderKind",
    "OrderLoad",
    "OrderLoadOrder",
    "OrderMetadata",
    "OrderRoutePosition",
    "OutlineRoute",
    "OutlineStop",
    "Plan",
    "PlanCost",
    "PlannedRoute",
    "PlannedStop",
    "PlannedStopLock",
    "PlannedStopType",
    "PlanningPeriod",
    "PlanOutline",
    "PlanStatistics",
    "Polygon",
    "PolygonType",
    "PreferredVehicle",
    "Price",
    "Problem",
    "ProblemCode",
    "Profile",
    "Reason",
    "ReasonCode",
    "ReasonRoutePosition",
    "ReasonSpan",
    "Relation",
    "RelationType",
    "Reload",
    "ResultOfJob",
    "Route",
    "RouteMetadata",
    "RouteStatistics",
    "RouteStatisticsMaxLoad",
    "RouteStop",
    "RouteStopKind",
    "RouteStopLoadAfter",
    "RouteStopMetadata",
    "RouteStopType",
    "RoutingJobDescriptor",
    "RoutingJobDescriptorJobStatus",
    "RoutingRequest",
    "RoutingResponse",
    "RoutingResponseStatus",
    "RoutingResponseTravelModel",
    "SearchStatistics",
    "Shift",
    "Slot",
    "SlotsQuestion",
    "SlotsRequest",
    "SlotsResponse",
    "SlotsResponseTravelModel",
    "SnappedPosition",
    "SoftBreak",
    "SoftDistanceLimit",
    "SoftDurationLimit",
    "SoftLimits",
    "SoftStopsLimit",
    "SoftTimeWindow",
    "SpanLimits",
    "SpeedArea",
    "SpeedAreaType",
    "Stability",
    "Stop",
    "StopLoad",
    "Territory",
    "TimeWindow",
    "TrafficWindow",
    "Travel",
    "TravelMatrix",
    "TravelMatrixFreeFlowTravelCosts",
    "TravelMatrixFreeFlowTravelCostsAdditionalProperty",
    "TravelMatrixLocation",
    "TravelMatrixPair",
    "TravelMatrixStatus",
    "TravelMatrixTravelCosts",
    "TravelMatrixTravelCostsAdditionalProperty",
    "TravelMatrixTravelModel",
    "TravelMatrixWarning",
    "TravelMatrixWeekendTravelCosts",
    "TravelMatrixWeekendTravelCostsAdditionalProperty",
    "TravelMatrixWindow",
    "UnavailableSlot",
    "UnreachablePair",
    "UnservedCause",
    "UnservedOrder",
    "UnservedOrderMetadata",
    "UsageEntry",
    "UsageReport",
    "UsageReportGroupBy",
    "Vehicle",
    "VehicleCapacity",
    "VehicleCosts",
    "VehicleLimits",
    "VehicleMetadata",
    "Violation",
    "ViolationSpan",
    "Visits",
    "VisitsPer",
    "VisitsSameVehicle",
    "Warning_",
    "WarningCode",
    "WebhookCourse",
    "WebhookCourseStatus",
    "WebhookSecret",
    "Weekday",
)
