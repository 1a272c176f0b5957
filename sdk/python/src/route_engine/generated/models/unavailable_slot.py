from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="UnavailableSlot")



@_attrs_define
class UnavailableSlot:
    """ A window in which no vehicle can serve the order.

        Attributes:
            start_time (int | str | Unset): A time: ISO 8601 with the offset of the place, or Unix seconds with
                `time_format: unix`. Requests accept it as a `GivenTime`.
            end_time (int | str | Unset): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format:
                unix`. Requests accept it as a `GivenTime`.
     """

    start_time: int | str | Unset = UNSET
    end_time: int | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        start_time: int | str | Unset
        if isinstance(self.start_time, Unset):
            start_time = UNSET
        else:
            start_time = self.start_time

        end_time: int | str | Unset
        if isinstance(self.end_time, Unset):
            end_time = UNSET
        else:
            end_time = self.end_time


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
        })
        if start_time is not UNSET:
            field_dict["start_time"] = start_time
        if end_time is not UNSET:
            field_dict["end_time"] = end_time

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_start_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        start_time = _parse_start_time(d.pop("start_time", UNSET))


        def _parse_end_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        end_time = _parse_end_time(d.pop("end_time", UNSET))


        unavailable_slot = cls(
            start_time=start_time,
            end_time=end_time,
        )


        unavailable_slot.additional_properties = d
        return unavailable_slot

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
