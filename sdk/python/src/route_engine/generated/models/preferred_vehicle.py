from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PreferredVehicle")



@_attrs_define
class PreferredVehicle:
    """ A preference for or against a vehicle.

        Attributes:
            vehicle_id (str): The id of a vehicle, or of one copy.
            cost (float): The cost of each visit by this vehicle. A negative cost attracts the vehicle, a positive one
                deters it.
     """

    vehicle_id: str
    cost: float





    def to_dict(self) -> dict[str, Any]:
        vehicle_id = self.vehicle_id

        cost = self.cost


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "vehicle_id": vehicle_id,
            "cost": cost,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        vehicle_id = d.pop("vehicle_id")

        cost = d.pop("cost")

        preferred_vehicle = cls(
            vehicle_id=vehicle_id,
            cost=cost,
        )

        return preferred_vehicle

