from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SoftStopsLimit")



@_attrs_define
class SoftStopsLimit:
    """ A soft limit on the number of stops of a route.

        Attributes:
            limit (int): The number of stops that serve orders.
            cost_per_stop (float): The cost of each stop above the limit.
     """

    limit: int
    cost_per_stop: float





    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        cost_per_stop = self.cost_per_stop


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "limit": limit,
            "cost_per_stop": cost_per_stop,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        cost_per_stop = d.pop("cost_per_stop")

        soft_stops_limit = cls(
            limit=limit,
            cost_per_stop=cost_per_stop,
        )

        return soft_stops_limit

