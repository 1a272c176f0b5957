from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="VehicleCosts")



@_attrs_define
class VehicleCosts:
    """ What it costs to use the vehicle. What is absent costs nothing.

        Attributes:
            fixed (float | Unset): Of each shift that is used.
            per_hour (float | Unset): From start to end, breaks and waiting included.
            per_kilometer (float | Unset): Of the distance.
            per_stop (float | Unset): Of each stop of an order.
            per_waiting_hour (float | Unset): Beside `per_hour`.
            per_overtime_hour (float | Unset): Beside `per_hour`.
            per_night (float | Unset): Of each night on the road: from the day of a shift with `end_location: "stay"` to
                that of the next route; one where there is none.
     """

    fixed: float | Unset = UNSET
    per_hour: float | Unset = UNSET
    per_kilometer: float | Unset = UNSET
    per_stop: float | Unset = UNSET
    per_waiting_hour: float | Unset = UNSET
    per_overtime_hour: float | Unset = UNSET
    per_night: float | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        fixed = self.fixed

        per_hour = self.per_hour

        per_kilometer = self.per_kilometer

        per_stop = self.per_stop

        per_waiting_hour = self.per_waiting_hour

        per_overtime_hour = self.per_overtime_hour

        per_night = self.per_night


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if fixed is not UNSET:
            field_dict["fixed"] = fixed
        if per_hour is not UNSET:
            field_dict["per_hour"] = per_hour
        if per_kilometer is not UNSET:
            field_dict["per_kilometer"] = per_kilometer
        if per_stop is not UNSET:
            field_dict["per_stop"] = per_stop
        if per_waiting_hour is not UNSET:
            field_dict["per_waiting_hour"] = per_waiting_hour
        if per_overtime_hour is not UNSET:
            field_dict["per_overtime_hour"] = per_overtime_hour
        if per_night is not UNSET:
            field_dict["per_night"] = per_night

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        fixed = d.pop("fixed", UNSET)

        per_hour = d.pop("per_hour", UNSET)

        per_kilometer = d.pop("per_kilometer", UNSET)

        per_stop = d.pop("per_stop", UNSET)

        per_waiting_hour = d.pop("per_waiting_hour", UNSET)

        per_overtime_hour = d.pop("per_overtime_hour", UNSET)

        per_night = d.pop("per_night", UNSET)

        vehicle_costs = cls(
            fixed=fixed,
            per_hour=per_hour,
            per_kilometer=per_kilometer,
            per_stop=per_stop,
            per_waiting_hour=per_waiting_hour,
            per_overtime_hour=per_overtime_hour,
            per_night=per_night,
        )

        return vehicle_costs

