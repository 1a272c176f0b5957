from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.reason_code import ReasonCode
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Bound")



@_attrs_define
class Bound:
    """ A proof that every plan leaves some orders unserved.

        Attributes:
            code (ReasonCode): The code of a reason or violation; see docs/reasons.md.
            visits (int): The number of visits that only these vehicles may serve.
            served_max (int): The most of them that any plan can serve.
            served (int): The number of them that this plan serves.
            vehicle_ids (list[str]): Which vehicles. The first 20.
            order_ids (list[str]): Which orders. The first 20.
            comment (str): The same in a sentence.
            dimension (str | Unset): Of a load.
     """

    code: ReasonCode
    visits: int
    served_max: int
    served: int
    vehicle_ids: list[str]
    order_ids: list[str]
    comment: str
    dimension: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        code = self.code.value

        visits = self.visits

        served_max = self.served_max

        served = self.served

        vehicle_ids = self.vehicle_ids



        order_ids = self.order_ids



        comment = self.comment

        dimension = self.dimension


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "visits": visits,
            "served_max": served_max,
            "served": served,
            "vehicle_ids": vehicle_ids,
            "order_ids": order_ids,
            "comment": comment,
        })
        if dimension is not UNSET:
            field_dict["dimension"] = dimension

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = ReasonCode(d.pop("code"))




        visits = d.pop("visits")

        served_max = d.pop("served_max")

        served = d.pop("served")

        vehicle_ids = cast(list[str], d.pop("vehicle_ids"))


        order_ids = cast(list[str], d.pop("order_ids"))


        comment = d.pop("comment")

        dimension = d.pop("dimension", UNSET)

        bound = cls(
            code=code,
            visits=visits,
            served_max=served_max,
            served=served,
            vehicle_ids=vehicle_ids,
            order_ids=order_ids,
            comment=comment,
            dimension=dimension,
        )


        bound.additional_properties = d
        return bound

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
