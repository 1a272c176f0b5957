from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.reason_code import ReasonCode
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="UnservedCause")



@_attrs_define
class UnservedCause:
    """ The number of orders that are unserved for one reason.

        Attributes:
            code (ReasonCode): The code of a reason or violation; see docs/reasons.md.
            orders (int): The orders that are unserved for this reason.
            visits (int): The number of their visits.
            order_ids (list[str]): Which orders. The first 20.
            dimension (str | Unset): Of a load.
            attribute (str | Unset): The attribute that is missing, or that is forbidden.
     """

    code: ReasonCode
    orders: int
    visits: int
    order_ids: list[str]
    dimension: str | Unset = UNSET
    attribute: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        code = self.code.value

        orders = self.orders

        visits = self.visits

        order_ids = self.order_ids



        dimension = self.dimension

        attribute = self.attribute


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "orders": orders,
            "visits": visits,
            "order_ids": order_ids,
        })
        if dimension is not UNSET:
            field_dict["dimension"] = dimension
        if attribute is not UNSET:
            field_dict["attribute"] = attribute

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = ReasonCode(d.pop("code"))




        orders = d.pop("orders")

        visits = d.pop("visits")

        order_ids = cast(list[str], d.pop("order_ids"))


        dimension = d.pop("dimension", UNSET)

        attribute = d.pop("attribute", UNSET)

        unserved_cause = cls(
            code=code,
            orders=orders,
            visits=visits,
            order_ids=order_ids,
            dimension=dimension,
            attribute=attribute,
        )


        unserved_cause.additional_properties = d
        return unserved_cause

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
