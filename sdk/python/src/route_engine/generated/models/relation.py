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
    """ A rule that binds several orders.

        Attributes:
            type_ (RelationType): The kind of relation.
            orders (list[str]): The ids of the orders. For `sequence`, `consecutive` and `before` their order matters.
            vehicle_id (str | Unset): The vehicle, or a vehicle one of whose copies, has to serve all of them.
            min_gap (int | Unset): The shortest time from the end of an order to the start of the next.
            max_gap (int | Unset): The longest time from the end of an order to the start of the next; for `simultaneous`,
                the longest time between the starts, by default 0.
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

