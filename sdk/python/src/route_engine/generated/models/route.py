from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.line_string import LineString
  from ..models.route_metadata import RouteMetadata
  from ..models.route_statistics import RouteStatistics
  from ..models.route_stop import RouteStop
  from ..models.violation import Violation





T = TypeVar("T", bound="Route")



@_attrs_define
class Route:
    """ The route of a vehicle in one shift.

        Attributes:
            vehicle_id (str): Copies of a vehicle are `v1#1`, `v1#2` …
            shift_id (str): The shift of the vehicle.
            date (str): The local date on which the shift starts.
            start_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format: unix`.
                Requests accept it as a `GivenTime`.
            end_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format: unix`.
                Requests accept it as a `GivenTime`.
            stops (list[RouteStop]): The stops, in order.
            skipped_soft_breaks (list[str]): Soft breaks of the shift that are due and skipped.
            statistics (RouteStatistics): The totals of the route.
            violations (list[Violation]): The rules that the route breaks; empty unless the mode is `check` or `insert`.
            metadata (RouteMetadata | Unset): The `metadata` of the vehicle in the request.
            polyline (LineString | str | Unset): The line of the route, in the format of `options.geometry`; straight if
                costs are estimates.
     """

    vehicle_id: str
    shift_id: str
    date: str
    start_time: int | str
    end_time: int | str
    stops: list[RouteStop]
    skipped_soft_breaks: list[str]
    statistics: RouteStatistics
    violations: list[Violation]
    metadata: RouteMetadata | Unset = UNSET
    polyline: LineString | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.line_string import LineString # noqa: PLC0415
        from ..models.route_metadata import RouteMetadata # noqa: PLC0415
        from ..models.route_statistics import RouteStatistics # noqa: PLC0415
        from ..models.route_stop import RouteStop # noqa: PLC0415
        from ..models.violation import Violation # noqa: PLC0415
        vehicle_id = self.vehicle_id

        shift_id = self.shift_id

        date = self.date

        start_time: int | str
        start_time = self.start_time

        end_time: int | str
        end_time = self.end_time

        stops = []
        for stops_item_data in self.stops:
            stops_item = stops_item_data.to_dict()
            stops.append(stops_item)



        skipped_soft_breaks = self.skipped_soft_breaks



        statistics = self.statistics.to_dict()

        violations = []
        for violations_item_data in self.violations:
            violations_item = violations_item_data.to_dict()
            violations.append(violations_item)



        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        polyline: dict[str, Any] | str | Unset
        if isinstance(self.polyline, Unset):
            polyline = UNSET
        elif isinstance(self.polyline, LineString):
            polyline = self.polyline.to_dict()
        else:
            polyline = self.polyline


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "vehicle_id": vehicle_id,
            "shift_id": shift_id,
            "date": date,
            "start_time": start_time,
            "end_time": end_time,
            "stops": stops,
            "skipped_soft_breaks": skipped_soft_breaks,
            "statistics": statistics,
            "violations": violations,
        })
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if polyline is not UNSET:
            field_dict["polyline"] = polyline

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.line_string import LineString # noqa: PLC0415
        from ..models.route_metadata import RouteMetadata # noqa: PLC0415
        from ..models.route_statistics import RouteStatistics # noqa: PLC0415
        from ..models.route_stop import RouteStop # noqa: PLC0415
        from ..models.violation import Violation # noqa: PLC0415
        d = dict(src_dict)
        vehicle_id = d.pop("vehicle_id")

        shift_id = d.pop("shift_id")

        date = d.pop("date")

        def _parse_start_time(data: object) -> int | str:
            return cast(int | str, data)

        start_time = _parse_start_time(d.pop("start_time"))


        def _parse_end_time(data: object) -> int | str:
            return cast(int | str, data)

        end_time = _parse_end_time(d.pop("end_time"))


        stops = []
        _stops = d.pop("stops")
        for stops_item_data in (_stops):
            stops_item = RouteStop.from_dict(stops_item_data)



            stops.append(stops_item)


        skipped_soft_breaks = cast(list[str], d.pop("skipped_soft_breaks"))


        statistics = RouteStatistics.from_dict(d.pop("statistics"))




        violations = []
        _violations = d.pop("violations")
        for violations_item_data in (_violations):
            violations_item = Violation.from_dict(violations_item_data)



            violations.append(violations_item)


        _metadata = d.pop("metadata", UNSET)
        metadata: RouteMetadata | Unset
        if isinstance(_metadata,  Unset):
            metadata = UNSET
        else:
            metadata = RouteMetadata.from_dict(_metadata)




        def _parse_polyline(data: object) -> LineString | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_route_line_type_1 = LineString.from_dict(data)



                return componentsschemas_route_line_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(LineString | str | Unset, data)

        polyline = _parse_polyline(d.pop("polyline", UNSET))


        route = cls(
            vehicle_id=vehicle_id,
            shift_id=shift_id,
            date=date,
            start_time=start_time,
            end_time=end_time,
            stops=stops,
            skipped_soft_breaks=skipped_soft_breaks,
            statistics=statistics,
            violations=violations,
            metadata=metadata,
            polyline=polyline,
        )


        route.additional_properties = d
        return route

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
