from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="SoftDurationLimit")



@_attrs_define
class SoftDurationLimit:
    """ A soft limit on the duration of a route.

        Attributes:
            limit (int): The time from the start of the route to its end.
            cost_per_hour (float): The cost per hour above the limit.
     """

    limit: int
    cost_per_hour: float





    def to_dict(self) -> dict[str, Any]:
        limit = self.limit

        cost_per_hour = self.cost_per_hour


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "limit": limit,
            "cost_per_hour": cost_per_hour,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        limit = d.pop("limit")

        cost_per_hour = d.pop("cost_per_hour")

        soft_duration_limit = cls(
            limit=limit,
            cost_per_hour=cost_per_hour,
        )

        return soft_duration_limit

