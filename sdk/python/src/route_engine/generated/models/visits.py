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
    """ Makes the order periodic.

        Attributes:
            count (int): How many visits.
            per (VisitsPer): Each ISO week or month of the planning period, or all of it.
            min_days_between (int | Unset): Between visits that follow one another, in days. Default: 1. Default: 1.
            max_days_between (int | Unset): The same. Default: any number.
            weekdays (list[Weekday] | Unset): On these alone. Default: all.
            day_patterns (list[list[Weekday]] | Unset): The weekdays used in a week are all of one of these.
            prorate (bool | Unset): A week or month of which only some days lie in the planning period owes their share of
                the count, rounded. Default: false. Default: False.
            same_weekdays (bool | Unset): All visits together fall on at most `count` weekdays. Default: false. Default:
                False.
            same_vehicle (VisitsSameVehicle | Unset): Default: `free`. Default: VisitsSameVehicle.FREE.
            other_vehicle_cost (float | Unset): Of each vehicle beyond the first, where one is preferred. Default: what
                a quarter of an hour and five kilometers cost at most with any vehicle.
            same_time_tolerance (int | Unset): Latest minus earliest time of day of all visits. Default: any.
            partial (bool | Unset): Some visits may be served while others are not. Default: false. Default: False.
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

