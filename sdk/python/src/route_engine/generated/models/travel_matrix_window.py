from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="TravelMatrixWindow")



@_attrs_define
class TravelMatrixWindow:
    """ Intervals of a weekday in which travel times are the same.

        Attributes:
            traffic_window_start_times (list[str]): The start of each interval.
            traffic_window_end_times (list[str]): The end of each interval; the second itself is included.
            traffic_window_index (int | Unset): The index of the window; ignored.
     """

    traffic_window_start_times: list[str]
    traffic_window_end_times: list[str]
    traffic_window_index: int | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        traffic_window_start_times = self.traffic_window_start_times



        traffic_window_end_times = self.traffic_window_end_times



        traffic_window_index = self.traffic_window_index


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "traffic_window_start_times": traffic_window_start_times,
            "traffic_window_end_times": traffic_window_end_times,
        })
        if traffic_window_index is not UNSET:
            field_dict["traffic_window_index"] = traffic_window_index

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        traffic_window_start_times = cast(list[str], d.pop("traffic_window_start_times"))


        traffic_window_end_times = cast(list[str], d.pop("traffic_window_end_times"))


        traffic_window_index = d.pop("traffic_window_index", UNSET)

        travel_matrix_window = cls(
            traffic_window_start_times=traffic_window_start_times,
            traffic_window_end_times=traffic_window_end_times,
            traffic_window_index=traffic_window_index,
        )

        return travel_matrix_window

