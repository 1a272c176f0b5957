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
    """ The costs of using the vehicle. An absent cost is 0.

        Attributes:
            fixed (float | Unset): The cost of each used shift.
            per_hour (float | Unset): The cost per hour from the start of a route to its end, including breaks and waiting.
            per_kilometer (float | Unset): The cost per kilometer driven.
            per_stop (float | Unset): The cost of each stop that serves an order.
            per_waiting_hour (float | Unset): An additional cost per hour of waiting, on top of `per_hour`.
            per_overtime_hour (float | Unset): An additional cost per hour of overtime, on top of `per_hour`.
            per_night (float | Unset): The cost of each night between a route that ends with `end_location: "stay"` and the
                next route of the vehicle; one night if there is no next route.
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

