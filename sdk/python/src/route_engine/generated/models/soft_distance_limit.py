from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SoftDistanceLimit")



@_attrs_define
class SoftDistanceLimit:
    """ A soft limit on the distance of a route.

        Attributes:
            limit (int): The distance driven.
            cost_per_kilometer (float): The cost per kilometer above the limit.
     """

    limit: int
    cost_per_kilometer: float





    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        cost_per_kilometer = self.cost_per_kilometer


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "limit": limit,
            "cost_per_kilometer": cost_per_kilometer,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        cost_per_kilometer = d.pop("cost_per_kilometer")

        soft_distance_limit = cls(
            limit=limit,
            cost_per_kilometer=cost_per_kilometer,
        )

        return soft_distance_limit

