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





T = TypeVar("T", bound="Reload")



@_attrs_define
class Reload:
    """ An optional stop at which a vehicle unloads and reloads during its route.

        Attributes:
            location (Coordinates | str): A `location_id` of `locations`, or coordinates.
            reload_id (str | Unset): The id of the reload. Default: its position, such as `reloads/0`.
            duration (int | Unset): The time that the reload takes. Default: 0. Default: 0.
            time_windows (list[TimeWindow] | Unset): When it may start. Default: any time.
            max_count (int | Unset): How often a route may use it. Default: unlimited.
     """

    location: Coordinates | str
    reload_id: str | Unset = UNSET
    duration: int | Unset = 0
    time_windows: list[TimeWindow] | Unset = UNSET
    max_count: int | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        location: dict[str, Any] | str
        if isinstance(self.location, Coordinates):
            location = self.location.to_dict()
        else:
            location = self.location

        reload_id = self.reload_id

        duration = self.duration

        time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_windows, Unset):
            time_windows = []
            for time_windows_item_data in self.time_windows:
                time_windows_item = time_windows_item_data.to_dict()
                time_windows.append(time_windows_item)



        max_count = self.max_count


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "location": location,
        })
        if reload_id is not UNSET:
            field_dict["reload_id"] = reload_id
        if duration is not UNSET:
            field_dict["duration"] = duration
        if time_windows is not UNSET:
            field_dict["time_windows"] = time_windows
        if max_count is not UNSET:
            field_dict["max_count"] = max_count

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        d = dict(src_dict)
        def _parse_location(data: object) -> Coordinates | str:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_place_type_1 = Coordinates.from_dict(data)



                return componentsschemas_place_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Coordinates | str, data)

        location = _parse_location(d.pop("location"))


        reload_id = d.pop("reload_id", UNSET)

        duration = d.pop("duration", UNSET)

        _time_windows = d.pop("time_windows", UNSET)
        time_windows: list[TimeWindow] | Unset = UNSET
        if _time_windows is not UNSET:
            time_windows = []
            for time_windows_item_data in _time_windows:
                time_windows_item = TimeWindow.from_dict(time_windows_item_data)



                time_windows.append(time_windows_item)


        max_count = d.pop("max_count", UNSET)

        reload = cls(
            location=location,
            reload_id=reload_id,
            duration=duration,
            time_windows=time_windows,
            max_count=max_count,
        )

        return reload

