from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.break_ import Break
  from ..models.coordinates import Coordinates
  from ..models.reload import Reload
  from ..models.soft_break import SoftBreak





T = TypeVar("T", bound="Shift")



@_attrs_define
class Shift:
    """ A period in which the vehicle may make one route.

        Attributes:
            start_time (int | str): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            end_time (int | str): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            shift_id (str | Unset): The id of the shift, unique within the vehicle. Default: its position, such as
                `shifts/0`.
            start_location (Coordinates | None | str | Unset): A `location_id` of `locations`, or coordinates.
            end_location (Coordinates | None | str | Unset): A `location_id` of `locations`, or coordinates.
            latest_start_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            earliest_end_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            end_empty (bool | Unset): If true, the vehicle must end its route empty: it unloads what it collected at a
                reload. Default: false. Default: False.
            max_overtime (int | Unset): How long after `end_time` the route may end. Default: 0. Default: 0.
            attributes (list[str] | Unset): Attributes that the vehicle has in this shift, in addition to its own.
            repeat (str | Unset): The days on which the shift repeats, as an RFC 5545 rule with FREQ, INTERVAL, BYDAY, COUNT
                and UNTIL.
            breaks (list[Break] | Unset): Mandatory breaks.
            soft_breaks (list[SoftBreak] | Unset): Breaks that may be late or skipped, at a cost.
            reloads (list[Reload] | Unset): Places where the vehicle may unload and reload during its route.
     """

    start_time: int | str
    end_time: int | str
    shift_id: str | Unset = UNSET
    start_location: Coordinates | None | str | Unset = UNSET
    end_location: Coordinates | None | str | Unset = UNSET
    latest_start_time: int | str | Unset = UNSET
    earliest_end_time: int | str | Unset = UNSET
    end_empty: bool | Unset = False
    max_overtime: int | Unset = 0
    attributes: list[str] | Unset = UNSET
    repeat: str | Unset = UNSET
    breaks: list[Break] | Unset = UNSET
    soft_breaks: list[SoftBreak] | Unset = UNSET
    reloads: list[Reload] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.break_ import Break # noqa: PLC0415
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.reload import Reload # noqa: PLC0415
        from ..models.soft_break import SoftBreak # noqa: PLC0415
        start_time: int | str
        start_time = self.start_time

        end_time: int | str
        end_time = self.end_time

        shift_id = self.shift_id

        start_location: dict[str, Any] | None | str | Unset
        if isinstance(self.start_location, Unset):
            start_location = UNSET
        elif isinstance(self.start_location, Coordinates):
            start_location = self.start_location.to_dict()
        else:
            start_location = self.start_location

        end_location: dict[str, Any] | None | str | Unset
        if isinstance(self.end_location, Unset):
            end_location = UNSET
        elif isinstance(self.end_location, Coordinates):
            end_location = self.end_location.to_dict()
        else:
            end_location = self.end_location

        latest_start_time: int | str | Unset
        if isinstance(self.latest_start_time, Unset):
            latest_start_time = UNSET
        else:
            latest_start_time = self.latest_start_time

        earliest_end_time: int | str | Unset
        if isinstance(self.earliest_end_time, Unset):
            earliest_end_time = UNSET
        else:
            earliest_end_time = self.earliest_end_time

        end_empty = self.end_empty

        max_overtime = self.max_overtime

        attributes: list[str] | Unset = UNSET
        if not isinstance(self.attributes, Unset):
            attributes = self.attributes



        repeat = self.repeat

        breaks: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.breaks, Unset):
            breaks = []
            for breaks_item_data in self.breaks:
                breaks_item = breaks_item_data.to_dict()
                breaks.append(breaks_item)



        soft_breaks: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.soft_breaks, Unset):
            soft_breaks = []
            for soft_breaks_item_data in self.soft_breaks:
                soft_breaks_item = soft_breaks_item_data.to_dict()
                soft_breaks.append(soft_breaks_item)



        reloads: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.reloads, Unset):
            reloads = []
            for reloads_item_data in self.reloads:
                reloads_item = reloads_item_data.to_dict()
                reloads.append(reloads_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "start_time": start_time,
            "end_time": end_time,
        })
        if shift_id is not UNSET:
            field_dict["shift_id"] = shift_id
        if start_location is not UNSET:
            field_dict["start_location"] = start_location
        if end_location is not UNSET:
            field_dict["end_location"] = end_location
        if latest_start_time is not UNSET:
            field_dict["latest_start_time"] = latest_start_time
        if earliest_end_time is not UNSET:
            field_dict["earliest_end_time"] = earliest_end_time
        if end_empty is not UNSET:
            field_dict["end_empty"] = end_empty
        if max_overtime is not UNSET:
            field_dict["max_overtime"] = max_overtime
        if attributes is not UNSET:
            field_dict["attributes"] = attributes
        if repeat is not UNSET:
            field_dict["repeat"] = repeat
        if breaks is not UNSET:
            field_dict["breaks"] = breaks
        if soft_breaks is not UNSET:
            field_dict["soft_breaks"] = soft_breaks
        if reloads is not UNSET:
            field_dict["reloads"] = reloads

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.break_ import Break # noqa: PLC0415
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.reload import Reload # noqa: PLC0415
        from ..models.soft_break import SoftBreak # noqa: PLC0415
        d = dict(src_dict)
        def _parse_start_time(data: object) -> int | str:
            return cast(int | str, data)

        start_time = _parse_start_time(d.pop("start_time"))


        def _parse_end_time(data: object) -> int | str:
            return cast(int | str, data)

        end_time = _parse_end_time(d.pop("end_time"))


        shift_id = d.pop("shift_id", UNSET)

        def _parse_start_location(data: object) -> Coordinates | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_place_or_null_type_1 = Coordinates.from_dict(data)



                return componentsschemas_place_or_null_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Coordinates | None | str | Unset, data)

        start_location = _parse_start_location(d.pop("start_location", UNSET))


        def _parse_end_location(data: object) -> Coordinates | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_place_or_null_type_1 = Coordinates.from_dict(data)



                return componentsschemas_place_or_null_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Coordinates | None | str | Unset, data)

        end_location = _parse_end_location(d.pop("end_location", UNSET))


        def _parse_latest_start_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        latest_start_time = _parse_latest_start_time(d.pop("latest_start_time", UNSET))


        def _parse_earliest_end_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        earliest_end_time = _parse_earliest_end_time(d.pop("earliest_end_time", UNSET))


        end_empty = d.pop("end_empty", UNSET)

        max_overtime = d.pop("max_overtime", UNSET)

        attributes = cast(list[str], d.pop("attributes", UNSET))


        repeat = d.pop("repeat", UNSET)

        _breaks = d.pop("breaks", UNSET)
        breaks: list[Break] | Unset = UNSET
        if _breaks is not UNSET:
            breaks = []
            for breaks_item_data in _breaks:
                breaks_item = Break.from_dict(breaks_item_data)



                breaks.append(breaks_item)


        _soft_breaks = d.pop("soft_breaks", UNSET)
        soft_breaks: list[SoftBreak] | Unset = UNSET
        if _soft_breaks is not UNSET:
            soft_breaks = []
            for soft_breaks_item_data in _soft_breaks:
                soft_breaks_item = SoftBreak.from_dict(soft_breaks_item_data)



                soft_breaks.append(soft_breaks_item)


        _reloads = d.pop("reloads", UNSET)
        reloads: list[Reload] | Unset = UNSET
        if _reloads is not UNSET:
            reloads = []
            for reloads_item_data in _reloads:
                reloads_item = Reload.from_dict(reloads_item_data)



                reloads.append(reloads_item)


        shift = cls(
            start_time=start_time,
            end_time=end_time,
            shift_id=shift_id,
            start_location=start_location,
            end_location=end_location,
            latest_start_time=latest_start_time,
            earliest_end_time=earliest_end_time,
            end_empty=end_empty,
            max_overtime=max_overtime,
            attributes=attributes,
            repeat=repeat,
            breaks=breaks,
            soft_breaks=soft_breaks,
            reloads=reloads,
        )

        return shift

