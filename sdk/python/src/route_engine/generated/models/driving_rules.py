from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="DrivingRules")



@_attrs_define
class DrivingRules:
    """ Rests that driving asks for.

        Attributes:
            max_driving_duration (int): Driven time between full breaks.
            break_duration (int): Of a rest that is a full break by itself.
            break_parts (list[int] | Unset): Rests that together are a full break, in this order.
     """

    max_driving_duration: int
    break_duration: int
    break_parts: list[int] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        max_driving_duration = self.max_driving_duration

        break_duration = self.break_duration

        break_parts: list[int] | Unset = UNSET
        if not isinstance(self.break_parts, Unset):
            break_parts = self.break_parts




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "max_driving_duration": max_driving_duration,
            "break_duration": break_duration,
        })
        if break_parts is not UNSET:
            field_dict["break_parts"] = break_parts

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        max_driving_duration = d.pop("max_driving_duration")

        break_duration = d.pop("break_duration")

        break_parts = cast(list[int], d.pop("break_parts", UNSET))


        driving_rules = cls(
            max_driving_duration=max_driving_duration,
            break_duration=break_duration,
            break_parts=break_parts,
        )

        return driving_rules

