from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.handling_per_unit import HandlingPerUnit





T = TypeVar("T", bound="Handling")



@_attrs_define
class Handling:
    """ The time that loading or unloading takes.

        Attributes:
            duration (int | Unset): The fixed time, whatever the load. Default: 0. Default: 0.
            per_unit (HandlingPerUnit | Unset): Seconds per unit of load, by dimension, read to three decimals. The sum over
                all dimensions is rounded to whole seconds. An absent dimension takes no time.
     """

    duration: int | Unset = 0
    per_unit: HandlingPerUnit | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.handling_per_unit import HandlingPerUnit # noqa: PLC0415
        duration = self.duration

        per_unit: dict[str, Any] | Unset = UNSET
        if not isinstance(self.per_unit, Unset):
            per_unit = self.per_unit.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if duration is not UNSET:
            field_dict["duration"] = duration
        if per_unit is not UNSET:
            field_dict["per_unit"] = per_unit

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.handling_per_unit import HandlingPerUnit # noqa: PLC0415
        d = dict(src_dict)
        duration = d.pop("duration", UNSET)

        _per_unit = d.pop("per_unit", UNSET)
        per_unit: HandlingPerUnit | Unset
        if isinstance(_per_unit,  Unset):
            per_unit = UNSET
        else:
            per_unit = HandlingPerUnit.from_dict(_per_unit)




        handling = cls(
            duration=duration,
            per_unit=per_unit,
        )

        return handling

