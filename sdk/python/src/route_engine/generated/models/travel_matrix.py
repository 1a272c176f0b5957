from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.travel_matrix_status import TravelMatrixStatus
from ..models.travel_matrix_travel_model import TravelMatrixTravelModel
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.travel_matrix_free_flow_travel_costs import TravelMatrixFreeFlowTravelCosts
  from ..models.travel_matrix_location import TravelMatrixLocation
  from ..models.travel_matrix_pair import TravelMatrixPair
  from ..models.travel_matrix_travel_costs import TravelMatrixTravelCosts
  from ..models.travel_matrix_warning import TravelMatrixWarning
  from ..models.travel_matrix_weekend_travel_costs import TravelMatrixWeekendTravelCosts
  from ..models.travel_matrix_window import TravelMatrixWindow





T = TypeVar("T", bound="TravelMatrix")



@_attrs_define
class TravelMatrix:
    """ Your own travel costs for all vehicles, in the form of a matrix response.

        Attributes:
            traffic_windows (list[TravelMatrixWindow]): Traffic windows, which together cover every second of a weekday
                exactly once.
            travel_costs (TravelMatrixTravelCosts): Costs as `costs[source][destination] = [meters, seconds in window 0,
                seconds in window 1, …]`. An absent pair is unreachable. The id of an inline place is `latitude,longitude`.
            locations (list[TravelMatrixLocation] | Unset): The locations of the matrix; ignored.
            weekend_travel_costs (TravelMatrixWeekendTravelCosts | Unset): Costs on weekends, as `[meters, seconds]`.
                Default: the costs of weekdays.
            free_flow_travel_costs (TravelMatrixFreeFlowTravelCosts | Unset): Costs without traffic, as `[meters, seconds]`,
                for `use_traffic: false`.
            status (TravelMatrixStatus | Unset): Ignored.
            travel_model (TravelMatrixTravelModel | Unset): Ignored.
            attribution (str | Unset): Ignored.
            speeds_version (str | Unset): Ignored.
            unreachable (list[TravelMatrixPair] | Unset): Ignored.
            warnings (list[TravelMatrixWarning] | Unset): Ignored.
     """

    traffic_windows: list[TravelMatrixWindow]
    travel_costs: TravelMatrixTravelCosts
    locations: list[TravelMatrixLocation] | Unset = UNSET
    weekend_travel_costs: TravelMatrixWeekendTravelCosts | Unset = UNSET
    free_flow_travel_costs: TravelMatrixFreeFlowTravelCosts | Unset = UNSET
    status: TravelMatrixStatus | Unset = UNSET
    travel_model: TravelMatrixTravelModel | Unset = UNSET
    attribution: str | Unset = UNSET
    speeds_version: str | Unset = UNSET
    unreachable: list[TravelMatrixPair] | Unset = UNSET
    warnings: list[TravelMatrixWarning] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.travel_matrix_free_flow_travel_costs import TravelMatrixFreeFlowTravelCosts # noqa: PLC0415
        from ..models.travel_matrix_location import TravelMatrixLocation # noqa: PLC0415
        from ..models.travel_matrix_pair import TravelMatrixPair # noqa: PLC0415
        from ..models.travel_matrix_travel_costs import TravelMatrixTravelCosts # noqa: PLC0415
        from ..models.travel_matrix_warning import TravelMatrixWarning # noqa: PLC0415
        from ..models.travel_matrix_weekend_travel_costs import TravelMatrixWeekendTravelCosts # noqa: PLC0415
        from ..models.travel_matrix_window import TravelMatrixWindow # noqa: PLC0415
        traffic_windows = []
        for traffic_windows_item_data in self.traffic_windows:
            traffic_windows_item = traffic_windows_item_data.to_dict()
            traffic_windows.append(traffic_windows_item)



        travel_costs = self.travel_costs.to_dict()

        locations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.locations, Unset):
            locations = []
            for locations_item_data in self.locations:
                locations_item = locations_item_data.to_dict()
                locations.append(locations_item)



        weekend_travel_costs: dict[str, Any] | Unset = UNSET
        if not isinstance(self.weekend_travel_costs, Unset):
            weekend_travel_costs = self.weekend_travel_costs.to_dict()

        free_flow_travel_costs: dict[str, Any] | Unset = UNSET
        if not isinstance(self.free_flow_travel_costs, Unset):
            free_flow_travel_costs = self.free_flow_travel_costs.to_dict()

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status.value


        travel_model: str | Unset = UNSET
        if not isinstance(self.travel_model, Unset):
            travel_model = self.travel_model.value


        attribution = self.attribution

        speeds_version = self.speeds_version

        unreachable: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.unreachable, Unset):
            unreachable = []
            for unreachable_item_data in self.unreachable:
                unreachable_item = unreachable_item_data.to_dict()
                unreachable.append(unreachable_item)



        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "traffic_windows": traffic_windows,
            "travel_costs": travel_costs,
        })
        if locations is not UNSET:
            field_dict["locations"] = locations
        if weekend_travel_costs is not UNSET:
            field_dict["weekend_travel_costs"] = weekend_travel_costs
        if free_flow_travel_costs is not UNSET:
            field_dict["free_flow_travel_costs"] = free_flow_travel_costs
        if status is not UNSET:
            field_dict["status"] = status
        if travel_model is not UNSET:
            field_dict["travel_model"] = travel_model
        if attribution is not UNSET:
            field_dict["attribution"] = attribution
        if speeds_version is not UNSET:
            field_dict["speeds_version"] = speeds_version
        if unreachable is not UNSET:
            field_dict["unreachable"] = unreachable
        if warnings is not UNSET:
            field_dict["warnings"] = warnings

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.travel_matrix_free_flow_travel_costs import TravelMatrixFreeFlowTravelCosts # noqa: PLC0415
        from ..models.travel_matrix_location import TravelMatrixLocation # noqa: PLC0415
        from ..models.travel_matrix_pair import TravelMatrixPair # noqa: PLC0415
        from ..models.travel_matrix_travel_costs import TravelMatrixTravelCosts # noqa: PLC0415
        from ..models.travel_matrix_warning import TravelMatrixWarning # noqa: PLC0415
        from ..models.travel_matrix_weekend_travel_costs import TravelMatrixWeekendTravelCosts # noqa: PLC0415
        from ..models.travel_matrix_window import TravelMatrixWindow # noqa: PLC0415
        d = dict(src_dict)
        traffic_windows = []
        _traffic_windows = d.pop("traffic_windows")
        for traffic_windows_item_data in (_traffic_windows):
            traffic_windows_item = TravelMatrixWindow.from_dict(traffic_windows_item_data)



            traffic_windows.append(traffic_windows_item)


        travel_costs = TravelMatrixTravelCosts.from_dict(d.pop("travel_costs"))




        _locations = d.pop("locations", UNSET)
        locations: list[TravelMatrixLocation] | Unset = UNSET
        if _locations is not UNSET:
            locations = []
            for locations_item_data in _locations:
                locations_item = TravelMatrixLocation.from_dict(locations_item_data)



                locations.append(locations_item)


        _weekend_travel_costs = d.pop("weekend_travel_costs", UNSET)
        weekend_travel_costs: TravelMatrixWeekendTravelCosts | Unset
        if isinstance(_weekend_travel_costs,  Unset):
            weekend_travel_costs = UNSET
        else:
            weekend_travel_costs = TravelMatrixWeekendTravelCosts.from_dict(_weekend_travel_costs)




        _free_flow_travel_costs = d.pop("free_flow_travel_costs", UNSET)
        free_flow_travel_costs: TravelMatrixFreeFlowTravelCosts | Unset
        if isinstance(_free_flow_travel_costs,  Unset):
            free_flow_travel_costs = UNSET
        else:
            free_flow_travel_costs = TravelMatrixFreeFlowTravelCosts.from_dict(_free_flow_travel_costs)




        _status = d.pop("status", UNSET)
        status: TravelMatrixStatus | Unset
        if isinstance(_status,  Unset):
            status = UNSET
        else:
            status = TravelMatrixStatus(_status)




        _travel_model = d.pop("travel_model", UNSET)
        travel_model: TravelMatrixTravelModel | Unset
        if isinstance(_travel_model,  Unset):
            travel_model = UNSET
        else:
            travel_model = TravelMatrixTravelModel(_travel_model)




        attribution = d.pop("attribution", UNSET)

        speeds_version = d.pop("speeds_version", UNSET)

        _unreachable = d.pop("unreachable", UNSET)
        unreachable: list[TravelMatrixPair] | Unset = UNSET
        if _unreachable is not UNSET:
            unreachable = []
            for unreachable_item_data in _unreachable:
                unreachable_item = TravelMatrixPair.from_dict(unreachable_item_data)



                unreachable.append(unreachable_item)


        _warnings = d.pop("warnings", UNSET)
        warnings: list[TravelMatrixWarning] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = TravelMatrixWarning.from_dict(warnings_item_data)



                warnings.append(warnings_item)


        travel_matrix = cls(
            traffic_windows=traffic_windows,
            travel_costs=travel_costs,
            locations=locations,
            weekend_travel_costs=weekend_travel_costs,
            free_flow_travel_costs=free_flow_travel_costs,
            status=status,
            travel_model=travel_model,
            attribution=attribution,
            speeds_version=speeds_version,
            unreachable=unreachable,
            warnings=warnings,
        )

        return travel_matrix

