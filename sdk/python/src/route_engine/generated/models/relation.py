from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.relation_type import RelationType
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Relation")



@_attrs_define
class Relation:
    """ A rule between orders.

        Attributes:
            type_ (RelationType): What binds the orders.
            orders (list[str]): Ids of orders; their order matters for sequences.
            vehicle_id (str | Unset): All of them by this vehicle, or one of its copies.
            min_gap (int | Unset): From the end of one to the start of the next.
            max_gap (int | Unset): The same. Of `simultaneous`: between starts, 0 by default.
     """

    type_: RelationType
    orders: list[str]
    vehicle_id: str | Unset = UNSET
    min_gap: int | Unset = UNSET
    max_gap: int | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_.value

        orders = self.orders



        vehicle_id = self.vehicle_id

        min_gap = self.min_gap

        max_gap = self.max_gap


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "type": type_,
            "orders": orders,
        })
        if vehicle_id is not UNSET:
            field_dict["vehicle_id"] = vehicle_id
        if min_gap is not UNSET:
            field_dict["min_gap"] = min_gap
        if max_gap is not UNSET:
            field_dict["max_gap"] = max_gap

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = RelationType(d.pop("type"))




        orders = cast(list[str], d.pop("orders"))


        vehicle_id = d.pop("vehicle_id", UNSET)

        min_gap = d.pop("min_gap", UNSET)

        max_gap = d.pop("max_gap", UNSET)

        relation = cls(
            type_=type_,
            orders=orders,
            vehicle_id=vehicle_id,
            min_gap=min_gap,
            max_gap=max_gap,
        )

        return relation

