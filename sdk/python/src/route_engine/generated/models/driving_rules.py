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
    """ Rules on driving time and rest. The driver starts each route rested.

        Attributes:
            preset (DrivingRulesPreset | Unset): The limits of a regulation; each field that you state replaces the limit of
                the preset. `ec_561_2006` is Regulation (EC) 561/2006: at most 4.5 hours of driving between breaks of 45 minutes
                (or 15 and then 30); at most 9 hours of driving, or 10 on two days of an ISO week, and 13 hours of duty before a
                daily rest of 11 hours, which is also the default of `rest_between_shifts`; a daily rest may also be taken as 3
                and then 9 hours; up to three times between two weekly rests, a reduced daily rest of 9 hours after at most 15
                hours of duty; a weekly rest of 45 hours after at most six days, of which every other one may be reduced to 24
                hours and is made up for by the end of the third week after it, beside a rest of at least 9 hours; at most 56
                hours of driving in a week and 90 in two weeks.
            max_driving_duration (int | Unset): The longest driving time between full breaks. Required without a preset or
                `max_working_duration`.
            break_duration (int | Unset): The shortest rest that is a full break by itself. Required without a preset.
            break_parts (list[int] | Unset): Shorter rests that together make up a full break, in this order.
            max_working_duration (int | Unset): The longest time between full breaks, including waiting and shorter rests.
                Default: unlimited.
            max_daily_driving_duration (int | Unset): The longest driving time between daily rests. Default: unlimited.
            max_daily_duration (int | Unset): The longest time between daily rests, including breaks and waiting. Default:
                unlimited.
            daily_rest_duration (int | Unset): The shortest daily rest, which also counts as a full break. Required with a
                daily limit.
            daily_rest_parts (list[int] | Unset): Two rests that together stand for a daily rest: the first is within the
                day, the second ends it. A day with the first part may be longer than `max_daily_duration` by as much as the
                second part is shorter than `daily_rest_duration`. Together the parts are at least as long as
                `daily_rest_duration`, and the second is not longer than any daily rest that is allowed. Requires
                `max_daily_duration`.
            reduced_daily_rest_duration (int | Unset): The shortest reduced daily rest, which is shorter than
                `daily_rest_duration`. The day before it may be longer than `max_daily_duration` by as much as a reduced rest
                may be shorter. Required with `max_reduced_daily_rests`.
            max_reduced_daily_rests (int | Unset): The most reduced daily rests between two weekly rests. Required with
                `reduced_daily_rest_duration`.
            extended_daily_driving_duration (int | Unset): The longest driving time between daily rests on extended days,
                which is longer than `max_daily_driving_duration`. Required with `max_extended_days_per_week`.
            max_extended_days_per_week (int | Unset): The most extended days on the routes of an ISO week. Required with
                `extended_daily_driving_duration`.
            weekly_rest_duration (int | Unset): The shortest weekly rest, which is always between two routes. Required with
                `max_weekly_duration`.
            max_weekly_duration (int | Unset): The longest time from the start of the first route after a weekly rest to the
                end of the last route before the next weekly rest. Required with `weekly_rest_duration`.
            reduced_weekly_rest_duration (int | Unset): The shortest reduced weekly rest, which is shorter than
                `weekly_rest_duration`. Of two successive weekly rests, at most one is reduced. Required with
                `weekly_rest_compensation_weeks`.
            weekly_rest_compensation_weeks (int | Unset): A reduction is made up for by the end of this many ISO weeks after
                the one in which the reduced rest begins: another rest between two routes is longer by as much. Required with
                `reduced_weekly_rest_duration`.
            compensation_rest_duration (int | Unset): The shortest rest that is lengthened to make up for a reduced weekly
                rest, without what it makes up for. Required with `reduced_weekly_rest_duration`.
            max_weekly_driving_duration (int | Unset): The longest driving time in an ISO week. Default: unlimited.
            max_two_week_driving_duration (int | Unset): The longest driving time in two consecutive ISO weeks. Default:
                unlimited.
     """

    preset: DrivingRulesPreset | Unset = UNSET
    max_driving_duration: int | Unset = UNSET
    break_duration: int | Unset = UNSET
    break_parts: list[int] | Unset = UNSET
    max_working_duration: int | Unset = UNSET
    max_daily_driving_duration: int | Unset = UNSET
    max_daily_duration: int | Unset = UNSET
    daily_rest_duration: int | Unset = UNSET
    daily_rest_parts: list[int] | Unset = UNSET
    reduced_daily_rest_duration: int | Unset = UNSET
    max_reduced_daily_rests: int | Unset = UNSET
    extended_daily_driving_duration: int | Unset = UNSET
    max_extended_days_per_week: int | Unset = UNSET
    weekly_rest_duration: int | Unset = UNSET
    max_weekly_duration: int | Unset = UNSET
    reduced_weekly_rest_duration: int | Unset = UNSET
    weekly_rest_compensation_weeks: int | Unset = UNSET
    compensation_rest_duration: int | Unset = UNSET
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

        daily_rest_parts: list[int] | Unset = UNSET
        if not isinstance(self.daily_rest_parts, Unset):
            daily_rest_parts = self.daily_rest_parts



        reduced_daily_rest_duration = self.reduced_daily_rest_duration

        max_reduced_daily_rests = self.max_reduced_daily_rests

        extended_daily_driving_duration = self.extended_daily_driving_duration

        max_extended_days_per_week = self.max_extended_days_per_week

        weekly_rest_duration = self.weekly_rest_duration

        max_weekly_duration = self.max_weekly_duration

        reduced_weekly_rest_duration = self.reduced_weekly_rest_duration

        weekly_rest_compensation_weeks = self.weekly_rest_compensation_weeks

        compensation_rest_duration = self.compensation_rest_duration

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
        if daily_rest_parts is not UNSET:
            field_dict["daily_rest_parts"] = daily_rest_parts
        if reduced_daily_rest_duration is not UNSET:
            field_dict["reduced_daily_rest_duration"] = reduced_daily_rest_duration
        if max_reduced_daily_rests is not UNSET:
            field_dict["max_reduced_daily_rests"] = max_reduced_daily_rests
        if extended_daily_driving_duration is not UNSET:
            field_dict["extended_daily_driving_duration"] = extended_daily_driving_duration
        if max_extended_days_per_week is not UNSET:
            field_dict["max_extended_days_per_week"] = max_extended_days_per_week
        if weekly_rest_duration is not UNSET:
            field_dict["weekly_rest_duration"] = weekly_rest_duration
        if max_weekly_duration is not UNSET:
            field_dict["max_weekly_duration"] = max_weekly_duration
        if reduced_weekly_rest_duration is not UNSET:
            field_dict["reduced_weekly_rest_duration"] = reduced_weekly_rest_duration
        if weekly_rest_compensation_weeks is not UNSET:
            field_dict["weekly_rest_compensation_weeks"] = weekly_rest_compensation_weeks
        if compensation_rest_duration is not UNSET:
            field_dict["compensation_rest_duration"] = compensation_rest_duration
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

        daily_rest_parts = cast(list[int], d.pop("daily_rest_parts", UNSET))


        reduced_daily_rest_duration = d.pop("reduced_daily_rest_duration", UNSET)

        max_reduced_daily_rests = d.pop("max_reduced_daily_rests", UNSET)

        extended_daily_driving_duration = d.pop("extended_daily_driving_duration", UNSET)

        max_extended_days_per_week = d.pop("max_extended_days_per_week", UNSET)

        weekly_rest_duration = d.pop("weekly_rest_duration", UNSET)

        max_weekly_duration = d.pop("max_weekly_duration", UNSET)

        reduced_weekly_rest_duration = d.pop("reduced_weekly_rest_duration", UNSET)

        weekly_rest_compensation_weeks = d.pop("weekly_rest_compensation_weeks", UNSET)

        compensation_rest_duration = d.pop("compensation_rest_duration", UNSET)

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
            daily_rest_parts=daily_rest_parts,
            reduced_daily_rest_duration=reduced_daily_rest_duration,
            max_reduced_daily_rests=max_reduced_daily_rests,
            extended_daily_driving_duration=extended_daily_driving_duration,
            max_extended_days_per_week=max_extended_days_per_week,
            weekly_rest_duration=weekly_rest_duration,
            max_weekly_duration=max_weekly_duration,
            reduced_weekly_rest_duration=reduced_weekly_rest_duration,
            weekly_rest_compensation_weeks=weekly_rest_compensation_weeks,
            compensation_rest_duration=compensation_rest_duration,
            max_weekly_driving_duration=max_weekly_driving_duration,
            max_two_week_driving_duration=max_two_week_driving_duration,
        )

        return driving_rules

