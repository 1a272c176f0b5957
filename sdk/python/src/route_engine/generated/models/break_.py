from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.coordinates import Coordinates
  from ..models.time_window import TimeWindow





T = TypeVar("T", bound="Break")



@_attrs_define
class Break:
    """ A mandatory break.

        Attributes:
            duration (int): The length of the break.
            break_id (str | Unset): The id of the break. Default: its position, such as `breaks/0`.
            time_windows (list[TimeWindow] | Unset): When it may start. Default: any time.
            location (Coordinates | str | Unset): A `location_id` of `locations`, or coordinates.
     """

    duration: int
    break_id: str | Unset = UNSET
    time_windows: list[TimeWindow] | Unset = UNSET
    location: Coordinates | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        duration = self.duration

        break_id = self.break_id

        time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_windows, Unset):
            time_windows = []
            for time_windows_item_data in self.time_windows:
                time_windows_item = time_windows_item_data.to_dict()
                time_windows.append(time_windows_item)



        location: dict[str, Any] | str | Unset
        if isinstance(self.location, Unset):
            location = UNSET
        elif isinstance(self.location, Coordinates):
            location = self.location.to_dict()
        else:
            location = self.location


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "duration": duration,
        })
        if break_id is not UNSET:
            field_dict["break_id"] = break_id
        if time_windows is not UNSET:
            field_dict["time_windows"] = time_windows
        if location is not UNSET:
            field_dict["location"] = location

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        d = dict(src_dict)
        duration = d.pop("duration")

        break_id = d.pop("break_id", UNSET)

        _time_windows = d.pop("time_windows", UNSET)
        time_windows: list[TimeWindow] | Unset = UNSET
        if _time_windows is not UNSET:
            time_windows = []
            for time_windows_item_data in _time_windows:
                time_windows_item = TimeWindow.from_dict(time_windows_item_data)



                time_windows.append(time_windows_item)


        def _parse_location(data: object) -> Coordinates | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_place_type_1 = Coordinates.from_dict(data)



                return componentsschemas_place_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Coordinates | str | Unset, data)

        location = _parse_location(d.pop("location", UNSET))


        break_ = cls(
            duration=duration,
            break_id=break_id,
            time_windows=time_windows,
            location=location,
        )

        return break_

