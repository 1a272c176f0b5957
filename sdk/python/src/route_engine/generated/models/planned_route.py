from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.planned_stop import PlannedStop





T = TypeVar("T", bound="PlannedRoute")



@_attrs_define
class PlannedRoute:
    """ A route of the given plan. Other fields of a route in a response are accepted and ignored.

        Attributes:
            vehicle_id (str): The id of a vehicle, or of one copy.
            stops (list[PlannedStop]): The stops, in order.
            shift_id (str | Unset): The id of the shift. Optional if the vehicle has one shift.
            date (str | Unset): The local date on which the shift starts. Required if the shift repeats.
            polyline (Any | Unset): Ignored.
            start_time (Any | Unset): Ignored.
            end_time (Any | Unset): Ignored.
            statistics (Any | Unset): Ignored.
            violations (Any | Unset): Ignored.
            metadata (Any | Unset): Ignored.
            skipped_soft_breaks (Any | Unset): Ignored.
     """

    vehicle_id: str
    stops: list[PlannedStop]
    shift_id: str | Unset = UNSET
    date: str | Unset = UNSET
    polyline: Any | Unset = UNSET
    start_time: Any | Unset = UNSET
    end_time: Any | Unset = UNSET
    statistics: Any | Unset = UNSET
    violations: Any | Unset = UNSET
    metadata: Any | Unset = UNSET
    skipped_soft_breaks: Any | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.planned_stop import PlannedStop # noqa: PLC0415
        vehicle_id = self.vehicle_id

        stops = []
        for stops_item_data in self.stops:
            stops_item = stops_item_data.to_dict()
            stops.append(stops_item)



        shift_id = self.shift_id

        date = self.date

        polyline = self.polyline

        start_time = self.start_time

        end_time = self.end_time

        statistics = self.statistics

        violations = self.violations

        metadata = self.metadata

        skipped_soft_breaks = self.skipped_soft_breaks


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "vehicle_id": vehicle_id,
            "stops": stops,
        })
        if shift_id is not UNSET:
            field_dict["shift_id"] = shift_id
        if date is not UNSET:
            field_dict["date"] = date
        if polyline is not UNSET:
            field_dict["polyline"] = polyline
        if start_time is not UNSET:
            field_dict["start_time"] = start_time
        if end_time is not UNSET:
            field_dict["end_time"] = end_time
        if statistics is not UNSET:
            field_dict["statistics"] = statistics
        if violations is not UNSET:
            field_dict["violations"] = violations
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if skipped_soft_breaks is not UNSET:
            field_dict["skipped_soft_breaks"] = skipped_soft_breaks

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.planned_stop import PlannedStop # noqa: PLC0415
        d = dict(src_dict)
        vehicle_id = d.pop("vehicle_id")

        stops = []
        _stops = d.pop("stops")
        for stops_item_data in (_stops):
            stops_item = PlannedStop.from_dict(stops_item_data)



            stops.append(stops_item)


        shift_id = d.pop("shift_id", UNSET)

        date = d.pop("date", UNSET)

        polyline = d.pop("polyline", UNSET)

        start_time = d.pop("start_time", UNSET)

        end_time = d.pop("end_time", UNSET)

        statistics = d.pop("statistics", UNSET)

        violations = d.pop("violations", UNSET)

        metadata = d.pop("metadata", UNSET)

        skipped_soft_breaks = d.pop("skipped_soft_breaks", UNSET)

        planned_route = cls(
            vehicle_id=vehicle_id,
            stops=stops,
            shift_id=shift_id,
            date=date,
            polyline=polyline,
            start_time=start_time,
            end_time=end_time,
            statistics=statistics,
            violations=violations,
            metadata=metadata,
            skipped_soft_breaks=skipped_soft_breaks,
        )

        return planned_route

