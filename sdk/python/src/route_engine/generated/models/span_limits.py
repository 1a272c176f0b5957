from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="SpanLimits")



@_attrs_define
class SpanLimits:
    """ Limits on all routes of the vehicle in a span. An absent limit is unlimited.

        Attributes:
            duration (int | Unset): The total duration of the routes.
            driving_duration (int | Unset): The total driving time.
            distance (int | Unset): The distance driven.
            shifts (int | Unset): The number of shifts used.
     """

    duration: int | Unset = UNSET
    driving_duration: int | Unset = UNSET
    distance: int | Unset = UNSET
    shifts: int | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        duration = self.duration

        driving_duration = self.driving_duration

        distance = self.distance

        shifts = self.shifts


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if duration is not UNSET:
            field_dict["duration"] = duration
        if driving_duration is not UNSET:
            field_dict["driving_duration"] = driving_duration
        if distance is not UNSET:
            field_dict["distance"] = distance
        if shifts is not UNSET:
            field_dict["shifts"] = shifts

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        duration = d.pop("duration", UNSET)

        driving_duration = d.pop("driving_duration", UNSET)

        distance = d.pop("distance", UNSET)

        shifts = d.pop("shifts", UNSET)

        span_limits = cls(
            duration=duration,
            driving_duration=driving_duration,
            distance=distance,
            shifts=shifts,
        )

        return span_limits

