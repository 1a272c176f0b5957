from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.weekday import Weekday
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="TimeWindow")



@_attrs_define
class TimeWindow:
    """ A time window, which recurs if its times are times of day.

        Attributes:
            start_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            end_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            weekdays (list[Weekday] | Unset): The weekdays on which a recurring window opens. Default: every day.
     """

    start_time: int | str | Unset = UNSET
    end_time: int | str | Unset = UNSET
    weekdays: list[Weekday] | Unset = UNSET





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

        weekdays: list[str] | Unset = UNSET
        if not isinstance(self.weekdays, Unset):
            weekdays = []
            for weekdays_item_data in self.weekdays:
                weekdays_item = weekdays_item_data.value
                weekdays.append(weekdays_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if start_time is not UNSET:
            field_dict["start_time"] = start_time
        if end_time is not UNSET:
            field_dict["end_time"] = end_time
        if weekdays is not UNSET:
            field_dict["weekdays"] = weekdays

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


        _weekdays = d.pop("weekdays", UNSET)
        weekdays: list[Weekday] | Unset = UNSET
        if _weekdays is not UNSET:
            weekdays = []
            for weekdays_item_data in _weekdays:
                weekdays_item = Weekday(weekdays_item_data)



                weekdays.append(weekdays_item)


        time_window = cls(
            start_time=start_time,
            end_time=end_time,
            weekdays=weekdays,
        )

        return time_window

