from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.weekday import Weekday
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="SoftTimeWindow")



@_attrs_define
class SoftTimeWindow:
    """ A time window that may be missed, at a cost.

        Attributes:
            start_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            end_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            weekdays (list[Weekday] | Unset): The weekdays on which a recurring window opens. Default: every day.
            cost_per_hour_early (float | Unset): The cost per hour by which service starts before the window. Default: 0.
                Default: 0.0.
            cost_per_hour_late (float | Unset): The cost per hour by which service starts after the window. Default: 0.
                Default: 0.0.
     """

    start_time: int | str | Unset = UNSET
    end_time: int | str | Unset = UNSET
    weekdays: list[Weekday] | Unset = UNSET
    cost_per_hour_early: float | Unset = 0.0
    cost_per_hour_late: float | Unset = 0.0





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



        cost_per_hour_early = self.cost_per_hour_early

        cost_per_hour_late = self.cost_per_hour_late


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if start_time is not UNSET:
            field_dict["start_time"] = start_time
        if end_time is not UNSET:
            field_dict["end_time"] = end_time
        if weekdays is not UNSET:
            field_dict["weekdays"] = weekdays
        if cost_per_hour_early is not UNSET:
            field_dict["cost_per_hour_early"] = cost_per_hour_early
        if cost_per_hour_late is not UNSET:
            field_dict["cost_per_hour_late"] = cost_per_hour_late

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


        cost_per_hour_early = d.pop("cost_per_hour_early", UNSET)

        cost_per_hour_late = d.pop("cost_per_hour_late", UNSET)

        soft_time_window = cls(
            start_time=start_time,
            end_time=end_time,
            weekdays=weekdays,
            cost_per_hour_early=cost_per_hour_early,
            cost_per_hour_late=cost_per_hour_late,
        )

        return soft_time_window

