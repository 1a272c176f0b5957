from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.time_window import TimeWindow





T = TypeVar("T", bound="Location")



@_attrs_define
class Location:
    """ A named location.

        Attributes:
            location_id (str): Your identifier of the location. Unique in the request.
            latitude (float): Decimal degrees, WGS84.
            longitude (float): Decimal degrees, WGS84.
            time_zone (str | Unset): The IANA name of the time zone. Default: the time zone of the position.
            setup_duration (int | Unset): Time spent once on each arrival, however many stops the vehicle makes there.
                Default: 0. Default: 0.
            time_windows (list[TimeWindow] | Unset): When service may start here. Default: always.
            docks (int | Unset): The number of vehicles that can be served here at the same time, from setup to departure,
                at stops, reloads, `loading` and `unloading`. Default: unlimited.
     """

    location_id: str
    latitude: float
    longitude: float
    time_zone: str | Unset = UNSET
    setup_duration: int | Unset = 0
    time_windows: list[TimeWindow] | Unset = UNSET
    docks: int | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.time_window import TimeWindow # noqa: PLC0415
        location_id = self.location_id

        latitude = self.latitude

        longitude = self.longitude

        time_zone = self.time_zone

        setup_duration = self.setup_duration

        time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_windows, Unset):
            time_windows = []
            for time_windows_item_data in self.time_windows:
                time_windows_item = time_windows_item_data.to_dict()
                time_windows.append(time_windows_item)



        docks = self.docks


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "location_id": location_id,
            "latitude": latitude,
            "longitude": longitude,
        })
        if time_zone is not UNSET:
            field_dict["time_zone"] = time_zone
        if setup_duration is not UNSET:
            field_dict["setup_duration"] = setup_duration
        if time_windows is not UNSET:
            field_dict["time_windows"] = time_windows
        if docks is not UNSET:
            field_dict["docks"] = docks

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.time_window import TimeWindow # noqa: PLC0415
        d = dict(src_dict)
        location_id = d.pop("location_id")

        latitude = d.pop("latitude")

        longitude = d.pop("longitude")

        time_zone = d.pop("time_zone", UNSET)

        setup_duration = d.pop("setup_duration", UNSET)

        _time_windows = d.pop("time_windows", UNSET)
        time_windows: list[TimeWindow] | Unset = UNSET
        if _time_windows is not UNSET:
            time_windows = []
            for time_windows_item_data in _time_windows:
                time_windows_item = TimeWindow.from_dict(time_windows_item_data)



                time_windows.append(time_windows_item)


        docks = d.pop("docks", UNSET)

        location = cls(
            location_id=location_id,
            latitude=latitude,
            longitude=longitude,
            time_zone=time_zone,
            setup_duration=setup_duration,
            time_windows=time_windows,
            docks=docks,
        )

        return location

