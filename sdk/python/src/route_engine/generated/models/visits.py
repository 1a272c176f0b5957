from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.visits_per import VisitsPer
from ..models.visits_same_vehicle import VisitsSameVehicle
from ..models.weekday import Weekday
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Visits")



@_attrs_define
class Visits:
    """ Makes the order periodic: it is visited several times.

        Attributes:
            count (int): The number of visits in each `per`.
            per (VisitsPer): The span that `count` refers to: each ISO week or each month in the planning period, or the
                whole planning period.
            min_days_between (int | Unset): The fewest days between consecutive visits. Default: 1. Default: 1.
            max_days_between (int | Unset): The most days between consecutive visits. Default: unlimited.
            weekdays (list[Weekday] | Unset): The weekdays on which visits may take place. Default: all.
            day_patterns (list[list[Weekday]] | Unset): Combinations of weekdays: all visits of a week fall on weekdays of
                one of them.
            prorate (bool | Unset): If true, a week or month that lies only partly in the planning period requires a
                proportional share of `count`, rounded. Default: false. Default: False.
            same_weekdays (bool | Unset): If true, all visits together use at most `count` different weekdays. Default:
                false. Default: False.
            same_vehicle (VisitsSameVehicle | Unset): Whether one vehicle has to make all visits. Default: `free`. Default:
                VisitsSameVehicle.FREE.
            other_vehicle_cost (float | Unset): With `same_vehicle: "preferred"`, the cost of each vehicle after the first.
                The default is the most that a quarter of an hour and five kilometers cost with any vehicle.
            same_time_tolerance (int | Unset): The longest difference between the earliest and the latest time of day of the
                visits. Default: unlimited.
            partial (bool | Unset): If true, some visits may be served while others are not. Default: false. Default: False.
     """

    count: int
    per: VisitsPer
    min_days_between: int | Unset = 1
    max_days_between: int | Unset = UNSET
    weekdays: list[Weekday] | Unset = UNSET
    day_patterns: list[list[Weekday]] | Unset = UNSET
    prorate: bool | Unset = False
    same_weekdays: bool | Unset = False
    same_vehicle: VisitsSameVehicle | Unset = VisitsSameVehicle.FREE
    other_vehicle_cost: float | Unset = UNSET
    same_time_tolerance: int | Unset = UNSET
    partial: bool | Unset = False





    def to_dict(self) -> dict[str, Any]:
        count = self.count

        per = self.per.value

        min_days_between = self.min_days_between

        max_days_between = self.max_days_between

        weekdays: list[str] | Unset = UNSET
        if not isinstance(self.weekdays, Unset):
            weekdays = []
            for weekdays_item_data in self.weekdays:
                weekdays_item = weekdays_item_data.value
                weekdays.append(weekdays_item)



        day_patterns: list[list[str]] | Unset = UNSET
        if not isinstance(self.day_patterns, Unset):
            day_patterns = []
            for day_patterns_item_data in self.day_patterns:
                day_patterns_item = []
                for day_patterns_item_item_data in day_patterns_item_data:
                    day_patterns_item_item = day_patterns_item_item_data.value
                    day_patterns_item.append(day_patterns_item_item)


                day_patterns.append(day_patterns_item)



        prorate = self.prorate

        same_weekdays = self.same_weekdays

        same_vehicle: str | Unset = UNSET
        if not isinstance(self.same_vehicle, Unset):
            same_vehicle = self.same_vehicle.value


        other_vehicle_cost = self.other_vehicle_cost

        same_time_tolerance = self.same_time_tolerance

        partial = self.partial


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "count": count,
            "per": per,
        })
        if min_days_between is not UNSET:
            field_dict["min_days_between"] = min_days_between
        if max_days_between is not UNSET:
            field_dict["max_days_between"] = max_days_between
        if weekdays is not UNSET:
            field_dict["weekdays"] = weekdays
        if day_patterns is not UNSET:
            field_dict["day_patterns"] = day_patterns
        if prorate is not UNSET:
            field_dict["prorate"] = prorate
        if same_weekdays is not UNSET:
            field_dict["same_weekdays"] = same_weekdays
        if same_vehicle is not UNSET:
            field_dict["same_vehicle"] = same_vehicle
        if other_vehicle_cost is not UNSET:
            field_dict["other_vehicle_cost"] = other_vehicle_cost
        if same_time_tolerance is not UNSET:
            field_dict["same_time_tolerance"] = same_time_tolerance
        if partial is not UNSET:
            field_dict["partial"] = partial

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        per = VisitsPer(d.pop("per"))




        min_days_between = d.pop("min_days_between", UNSET)

        max_days_between = d.pop("max_days_between", UNSET)

        _weekdays = d.pop("weekdays", UNSET)
        weekdays: list[Weekday] | Unset = UNSET
        if _weekdays is not UNSET:
            weekdays = []
            for weekdays_item_data in _weekdays:
                weekdays_item = Weekday(weekdays_item_data)



                weekdays.append(weekdays_item)


        _day_patterns = d.pop("day_patterns", UNSET)
        day_patterns: list[list[Weekday]] | Unset = UNSET
        if _day_patterns is not UNSET:
            day_patterns = []
            for day_patterns_item_data in _day_patterns:
                day_patterns_item = []
                _day_patterns_item = day_patterns_item_data
                for day_patterns_item_item_data in (_day_patterns_item):
                    day_patterns_item_item = Weekday(day_patterns_item_item_data)



                    day_patterns_item.append(day_patterns_item_item)

                day_patterns.append(day_patterns_item)


        prorate = d.pop("prorate", UNSET)

        same_weekdays = d.pop("same_weekdays", UNSET)

        _same_vehicle = d.pop("same_vehicle", UNSET)
        same_vehicle: VisitsSameVehicle | Unset
        if isinstance(_same_vehicle,  Unset):
            same_vehicle = UNSET
        else:
            same_vehicle = VisitsSameVehicle(_same_vehicle)




        other_vehicle_cost = d.pop("other_vehicle_cost", UNSET)

        same_time_tolerance = d.pop("same_time_tolerance", UNSET)

        partial = d.pop("partial", UNSET)

        visits = cls(
            count=count,
            per=per,
            min_days_between=min_days_between,
            max_days_between=max_days_between,
            weekdays=weekdays,
            day_patterns=day_patterns,
            prorate=prorate,
            same_weekdays=same_weekdays,
            same_vehicle=same_vehicle,
            other_vehicle_cost=other_vehicle_cost,
            same_time_tolerance=same_time_tolerance,
            partial=partial,
        )

        return visits

