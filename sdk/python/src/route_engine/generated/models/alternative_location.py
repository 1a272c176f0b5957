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





T = TypeVar("T", bound="AlternativeLocation")



@_attrs_define
class AlternativeLocation:
    """ An alternative location at which an order or a stop may be served.

        Attributes:
            location (Coordinates | str): A `location_id` of `locations`, or coordinates.
            time_windows (list[TimeWindow] | Unset): When service may start there. Default: the windows of the order or
                stop.
     """

    location: Coordinates | str
    time_windows: list[TimeWindow] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        location: dict[str, Any] | str
        if isinstance(self.location, Coordinates):
            location = self.location.to_dict()
        else:
            location = self.location

        time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_windows, Unset):
            time_windows = []
            for time_windows_item_data in self.time_windows:
                time_windows_item = time_windows_item_data.to_dict()
                time_windows.append(time_windows_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "location": location,
        })
        if time_windows is not UNSET:
            field_dict["time_windows"] = time_windows

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


        _time_windows = d.pop("time_windows", UNSET)
        time_windows: list[TimeWindow] | Unset = UNSET
        if _time_windows is not UNSET:
            time_windows = []
            for time_windows_item_data in _time_windows:
                time_windows_item = TimeWindow.from_dict(time_windows_item_data)



                time_windows.append(time_windows_item)


        alternative_location = cls(
            location=location,
            time_windows=time_windows,
        )

        return alternative_location

