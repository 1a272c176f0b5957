from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.span_limits import SpanLimits





T = TypeVar("T", bound="VehicleLimits")



@_attrs_define
class VehicleLimits:
    """ Limits for each route. An absent limit is unlimited.

        Attributes:
            duration (int | Unset): The time from the start of the route to its end.
            driving_duration (int | Unset): The total driving time.
            distance (int | Unset): The distance driven.
            stops (int | Unset): The number of stops that serve orders.
            waiting_duration (int | Unset): The total waiting time of the route.
            per_week (SpanLimits | Unset): Limits on all routes of the vehicle in a span. An absent limit is unlimited.
            per_period (SpanLimits | Unset): Limits on all routes of the vehicle in a span. An absent limit is unlimited.
     """

    duration: int | Unset = UNSET
    driving_duration: int | Unset = UNSET
    distance: int | Unset = UNSET
    stops: int | Unset = UNSET
    waiting_duration: int | Unset = UNSET
    per_week: SpanLimits | Unset = UNSET
    per_period: SpanLimits | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.span_limits import SpanLimits # noqa: PLC0415
        duration = self.duration

        driving_duration = self.driving_duration

        distance = self.distance

        stops = self.stops

        waiting_duration = self.waiting_duration

        per_week: dict[str, Any] | Unset = UNSET
        if not isinstance(self.per_week, Unset):
            per_week = self.per_week.to_dict()

        per_period: dict[str, Any] | Unset = UNSET
        if not isinstance(self.per_period, Unset):
            per_period = self.per_period.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if duration is not UNSET:
            field_dict["duration"] = duration
        if driving_duration is not UNSET:
            field_dict["driving_duration"] = driving_duration
        if distance is not UNSET:
            field_dict["distance"] = distance
        if stops is not UNSET:
            field_dict["stops"] = stops
        if waiting_duration is not UNSET:
            field_dict["waiting_duration"] = waiting_duration
        if per_week is not UNSET:
            field_dict["per_week"] = per_week
        if per_period is not UNSET:
            field_dict["per_period"] = per_period

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.span_limits import SpanLimits # noqa: PLC0415
        d = dict(src_dict)
        duration = d.pop("duration", UNSET)

        driving_duration = d.pop("driving_duration", UNSET)

        distance = d.pop("distance", UNSET)

        stops = d.pop("stops", UNSET)

        waiting_duration = d.pop("waiting_duration", UNSET)

        _per_week = d.pop("per_week", UNSET)
        per_week: SpanLimits | Unset
        if isinstance(_per_week,  Unset):
            per_week = UNSET
        else:
            per_week = SpanLimits.from_dict(_per_week)




        _per_period = d.pop("per_period", UNSET)
        per_period: SpanLimits | Unset
        if isinstance(_per_period,  Unset):
            per_period = UNSET
        else:
            per_period = SpanLimits.from_dict(_per_period)




        vehicle_limits = cls(
            duration=duration,
            driving_duration=driving_duration,
            distance=distance,
            stops=stops,
            waiting_duration=waiting_duration,
            per_week=per_week,
            per_period=per_period,
        )

        return vehicle_limits

