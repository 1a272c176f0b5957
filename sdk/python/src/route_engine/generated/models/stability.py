from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="Stability")



@_attrs_define
class Stability:
    """ The cost of changing `plan`: the plan changes only where the benefit is greater.

        Attributes:
            vehicle_change_cost (float | Unset): The cost of each visit of `plan` that is assigned to another vehicle.
                Default: 0. Default: 0.0.
            time_change_cost_per_minute (float | Unset): The cost per minute by which service starts earlier or later than
                in `plan`, at stops that have a time there. Default: 0. Default: 0.0.
     """

    vehicle_change_cost: float | Unset = 0.0
    time_change_cost_per_minute: float | Unset = 0.0





    def to_dict(self) -> dict[str, Any]:
        vehicle_change_cost = self.vehicle_change_cost

        time_change_cost_per_minute = self.time_change_cost_per_minute


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if vehicle_change_cost is not UNSET:
            field_dict["vehicle_change_cost"] = vehicle_change_cost
        if time_change_cost_per_minute is not UNSET:
            field_dict["time_change_cost_per_minute"] = time_change_cost_per_minute

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        vehicle_change_cost = d.pop("vehicle_change_cost", UNSET)

        time_change_cost_per_minute = d.pop("time_change_cost_per_minute", UNSET)

        stability = cls(
            vehicle_change_cost=vehicle_change_cost,
            time_change_cost_per_minute=time_change_cost_per_minute,
        )

        return stability

