from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.driving_rules_preset import DrivingRulesPreset
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="DrivingRules")



@_attrs_define
class DrivingRules:
    """ Rests that driving and working ask for. Each route starts rested.

        Attributes:
            preset (DrivingRulesPreset | Unset): Numbers of a law, which those that are given go before: of Regulation (EC)
                561/2006 4.5 hours of driving, 45 minutes of break or 15 and 30, 9 hours of driving and 13 hours in all before a
                rest of 11 hours, which `rest_between_shifts` is as well unless it is given; 45 hours of rest after six days, 56
                hours of driving a week, 90 in two.
            max_driving_duration (int | Unset): Driven time between full breaks. Needed without a preset or
                `max_working_duration`.
            break_duration (int | Unset): Of a rest that is a full break by itself. Needed without a preset.
            break_parts (list[int] | Unset): Rests that together are a full break, in this order.
            max_working_duration (int | Unset): All time between full breaks, waiting and shorter rests included. Default:
                any.
            max_daily_driving_duration (int | Unset): Driven time between daily rests. Default: any.
            max_daily_duration (int | Unset): All time between daily rests, breaks and waiting included. Default: any.
            daily_rest_duration (int | Unset): Of a daily rest, which is a full break as well. Needed with limits of days.
            weekly_rest_duration (int | Unset): Of a weekly rest, which lies between two routes. Needed with
                `max_weekly_duration`.
            max_weekly_duration (int | Unset): From the start of the first route after a weekly rest to the end of the last
                before the next. Needed with `weekly_rest_duration`.
            max_weekly_driving_duration (int | Unset): Driven time of the routes of an ISO week. Default: any.
            max_two_week_driving_duration (int | Unset): Driven time of the routes of two ISO weeks that follow one another.
                Default: any.
     """

    preset: DrivingRulesPreset | Unset = UNSET
    max_driving_duration: int | Unset = UNSET
    break_duration: int | Unset = UNSET
    break_parts: list[int] | Unset = UNSET
    max_working_duration: int | Unset = UNSET
    max_daily_driving_duration: int | Unset = UNSET
    max_daily_duration: int | Unset = UNSET
    daily_rest_duration: int | Unset = UNSET
    weekly_rest_duration: int | Unset = UNSET
    max_weekly_duration: int | Unset = UNSET
    max_weekly_driving_duration: int | Unset = UNSET
    max_two_week_driving_duration: int | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        preset: str | Unset = UNSET
        if not isinstance(self.preset, Unset):
            preset = self.preset.value


        max_driving_duration = self.max_driving_duration

        break_duration = self.break_duration

        break_parts: list[int] | Unset = UNSET
        if not isinstance(self.break_parts, Unset):
            break_parts = self.break_parts



        max_working_duration = self.max_working_duration

        max_daily_driving_duration = self.max_daily_driving_duration

        max_daily_duration = self.max_daily_duration

        daily_rest_duration = self.daily_rest_duration

        weekly_rest_duration = self.weekly_rest_duration

        max_weekly_duration = self.max_weekly_duration

        max_weekly_driving_duration = self.max_weekly_driving_duration

        max_two_week_driving_duration = self.max_two_week_driving_duration


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if preset is not UNSET:
            field_dict["preset"] = preset
        if max_driving_duration is not UNSET:
            field_dict["max_driving_duration"] = max_driving_duration
        if break_duration is not UNSET:
            field_dict["break_duration"] = break_duration
        if break_parts is not UNSET:
            field_dict["break_parts"] = break_parts
        if max_working_duration is not UNSET:
            field_dict["max_working_duration"] = max_working_duration
        if max_daily_driving_duration is not UNSET:
            field_dict["max_daily_driving_duration"] = max_daily_driving_duration
        if max_daily_duration is not UNSET:
            field_dict["max_daily_duration"] = max_daily_duration
        if daily_rest_duration is not UNSET:
            field_dict["daily_rest_duration"] = daily_rest_duration
        if weekly_rest_duration is not UNSET:
            field_dict["weekly_rest_duration"] = weekly_rest_duration
        if max_weekly_duration is not UNSET:
            field_dict["max_weekly_duration"] = max_weekly_duration
        if max_weekly_driving_duration is not UNSET:
            field_dict["max_weekly_driving_duration"] = max_weekly_driving_duration
        if max_two_week_driving_duration is not UNSET:
            field_dict["max_two_week_driving_duration"] = max_two_week_driving_duration

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _preset = d.pop("preset", UNSET)
        preset: DrivingRulesPreset | Unset
        if isinstance(_preset,  Unset):
            preset = UNSET
        else:
            preset = DrivingRulesPreset(_preset)




        max_driving_duration = d.pop("max_driving_duration", UNSET)

        break_duration = d.pop("break_duration", UNSET)

        break_parts = cast(list[int], d.pop("break_parts", UNSET))


        max_working_duration = d.pop("max_working_duration", UNSET)

        max_daily_driving_duration = d.pop("max_daily_driving_duration", UNSET)

        max_daily_duration = d.pop("max_daily_duration", UNSET)

        daily_rest_duration = d.pop("daily_rest_duration", UNSET)

        weekly_rest_duration = d.pop("weekly_rest_duration", UNSET)

        max_weekly_duration = d.pop("max_weekly_duration", UNSET)

        max_weekly_driving_duration = d.pop("max_weekly_driving_duration", UNSET)

        max_two_week_driving_duration = d.pop("max_two_week_driving_duration", UNSET)

        driving_rules = cls(
            preset=preset,
            max_driving_duration=max_driving_duration,
            break_duration=break_duration,
            break_parts=break_parts,
            max_working_duration=max_working_duration,
            max_daily_driving_duration=max_daily_driving_duration,
            max_daily_duration=max_daily_duration,
            daily_rest_duration=daily_rest_duration,
            weekly_rest_duration=weekly_rest_duration,
            max_weekly_duration=max_weekly_duration,
            max_weekly_driving_duration=max_weekly_driving_duration,
            max_two_week_driving_duration=max_two_week_driving_duration,
        )

        return driving_rules

