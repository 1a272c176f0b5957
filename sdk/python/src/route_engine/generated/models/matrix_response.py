from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.matrix_response_status import MatrixResponseStatus
from ..models.matrix_response_travel_model import MatrixResponseTravelModel
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.located_place import LocatedPlace
  from ..models.matrix_response_travel_costs import MatrixResponseTravelCosts
  from ..models.traffic_window import TrafficWindow
  from ..models.unreachable_pair import UnreachablePair
  from ..models.warning import Warning_





T = TypeVar("T", bound="MatrixResponse")



@_attrs_define
class MatrixResponse:
    """ A matrix of distances and travel times.

        Attributes:
            status (MatrixResponseStatus): The status, always `Ok`.
            locations (list[LocatedPlace]): One entry for each location of the request, in its order.
            traffic_windows (list[TrafficWindow]): The traffic windows of the travel times in `travel_costs`, in the same
                order.
            travel_model (MatrixResponseTravelModel): The source of the costs: road maps, estimates, or both.
            travel_costs (MatrixResponseTravelCosts): Costs as `travel_costs[source][destination] = [meters, seconds in
                window 0, seconds in window 1, …]`. Pairs that were not requested are left out.
            unreachable (list[UnreachablePair]): Pairs without a road connection.
            warnings (list[Warning_]): Warnings about the request.
            attribution (str | Unset): The attribution of the road data; display it with the results.
            speeds_version (str | Unset): The version of the live speeds used; absent if there are none.
     """

    status: MatrixResponseStatus
    locations: list[LocatedPlace]
    traffic_windows: list[TrafficWindow]
    travel_model: MatrixResponseTravelModel
    travel_costs: MatrixResponseTravelCosts
    unreachable: list[UnreachablePair]
    warnings: list[Warning_]
    attribution: str | Unset = UNSET
    speeds_version: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.located_place import LocatedPlace # noqa: PLC0415
        from ..models.matrix_response_travel_costs import MatrixResponseTravelCosts # noqa: PLC0415
        from ..models.traffic_window import TrafficWindow # noqa: PLC0415
        from ..models.unreachable_pair import UnreachablePair # noqa: PLC0415
        from ..models.warning import Warning_ # noqa: PLC0415
        status = self.status.value

        locations = []
        for locations_item_data in self.locations:
            locations_item = locations_item_data.to_dict()
            locations.append(locations_item)



        traffic_windows = []
        for traffic_windows_item_data in self.traffic_windows:
            traffic_windows_item = traffic_windows_item_data.to_dict()
            traffic_windows.append(traffic_windows_item)



        travel_model = self.travel_model.value

        travel_costs = self.travel_costs.to_dict()

        unreachable = []
        for unreachable_item_data in self.unreachable:
            unreachable_item = unreachable_item_data.to_dict()
            unreachable.append(unreachable_item)



        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)



        attribution = self.attribution

        speeds_version = self.speeds_version


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
            "locations": locations,
            "traffic_windows": traffic_windows,
            "travel_model": travel_model,
            "travel_costs": travel_costs,
            "unreachable": unreachable,
            "warnings": warnings,
        })
        if attribution is not UNSET:
            field_dict["attribution"] = attribution
        if speeds_version is not UNSET:
            field_dict["speeds_version"] = speeds_version

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.located_place import LocatedPlace # noqa: PLC0415
        from ..models.matrix_response_travel_costs import MatrixResponseTravelCosts # noqa: PLC0415
        from ..models.traffic_window import TrafficWindow # noqa: PLC0415
        from ..models.unreachable_pair import UnreachablePair # noqa: PLC0415
        from ..models.warning import Warning_ # noqa: PLC0415
        d = dict(src_dict)
        status = MatrixResponseStatus(d.pop("status"))




        locations = []
        _locations = d.pop("locations")
        for locations_item_data in (_locations):
            locations_item = LocatedPlace.from_dict(locations_item_data)



            locations.append(locations_item)


        traffic_windows = []
        _traffic_windows = d.pop("traffic_windows")
        for traffic_windows_item_data in (_traffic_windows):
            traffic_windows_item = TrafficWindow.from_dict(traffic_windows_item_data)



            traffic_windows.append(traffic_windows_item)


        travel_model = MatrixResponseTravelModel(d.pop("travel_model"))




        travel_costs = MatrixResponseTravelCosts.from_dict(d.pop("travel_costs"))




        unreachable = []
        _unreachable = d.pop("unreachable")
        for unreachable_item_data in (_unreachable):
            unreachable_item = UnreachablePair.from_dict(unreachable_item_data)



            unreachable.append(unreachable_item)


        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in (_warnings):
            warnings_item = Warning_.from_dict(warnings_item_data)



            warnings.append(warnings_item)


        attribution = d.pop("attribution", UNSET)

        speeds_version = d.pop("speeds_version", UNSET)

        matrix_response = cls(
            status=status,
            locations=locations,
            traffic_windows=traffic_windows,
            travel_model=travel_model,
            travel_costs=travel_costs,
            unreachable=unreachable,
            warnings=warnings,
            attribution=attribution,
            speeds_version=speeds_version,
        )


        matrix_response.additional_properties = d
        return matrix_response

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
