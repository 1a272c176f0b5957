from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="TrafficWindow")



@_attrs_define
class TrafficWindow:
    """ A traffic window: one or more intervals of the day in which travel times are the same.

        Attributes:
            traffic_window_index (int): The index of the window, from 0.
            traffic_window_start_times (list[str]): When its intervals begin, local time.
            traffic_window_end_times (list[str]): When they end, these seconds included.
     """

    traffic_window_index: int
    traffic_window_start_times: list[str]
    traffic_window_end_times: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        traffic_window_index = self.traffic_window_index

        traffic_window_start_times = self.traffic_window_start_times



        traffic_window_end_times = self.traffic_window_end_times




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "traffic_window_index": traffic_window_index,
            "traffic_window_start_times": traffic_window_start_times,
            "traffic_window_end_times": traffic_window_end_times,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        traffic_window_index = d.pop("traffic_window_index")

        traffic_window_start_times = cast(list[str], d.pop("traffic_window_start_times"))


        traffic_window_end_times = cast(list[str], d.pop("traffic_window_end_times"))


        traffic_window = cls(
            traffic_window_index=traffic_window_index,
            traffic_window_start_times=traffic_window_start_times,
            traffic_window_end_times=traffic_window_end_times,
        )


        traffic_window.additional_properties = d
        return traffic_window

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
