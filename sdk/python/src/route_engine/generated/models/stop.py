from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.alternative_location import AlternativeLocation
  from ..models.coordinates import Coordinates
  from ..models.soft_time_window import SoftTimeWindow
  from ..models.stop_load import StopLoad
  from ..models.time_window import TimeWindow





T = TypeVar("T", bound="Stop")



@_attrs_define
class Stop:
    """ One of the stops of an order.

        Attributes:
            location (Coordinates | str): A `location_id` of `locations`, or coordinates.
            stop_id (str | Unset): The id of the stop, unique within the order. Default: its position, such as `pickups/0`.
            duration (int | Unset): The service duration. Default: that of the order.
            alternative_locations (list[AlternativeLocation] | Unset): Alternative locations of the stop.
            time_windows (list[TimeWindow] | Unset): When service may start. Default: the windows of the order.
            soft_time_windows (list[SoftTimeWindow] | Unset): When service should start. Default: the soft windows of the
                order.
            load (StopLoad | Unset): The load that is picked up or delivered. Default: that of the order. Any dimensions, at
                most six decimals.
            after (list[str] | Unset): The ids of stops of the order that must come before this one. Default: all pickups
                for a dropoff, none for a pickup.
     """

    location: Coordinates | str
    stop_id: str | Unset = UNSET
    duration: int | Unset = UNSET
    alternative_locations: list[AlternativeLocation] | Unset = UNSET
    time_windows: list[TimeWindow] | Unset = UNSET
    soft_time_windows: list[SoftTimeWindow] | Unset = UNSET
    load: StopLoad | Unset = UNSET
    after: list[str] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.alternative_location import AlternativeLocation # noqa: PLC0415
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.soft_time_window import SoftTimeWindow # noqa: PLC0415
        from ..models.stop_load import StopLoad # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        location: dict[str, Any] | str
        if isinstance(self.location, Coordinates):
            location = self.location.to_dict()
        else:
            location = self.location

        stop_id = self.stop_id

        duration = self.duration

        alternative_locations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.alternative_locations, Unset):
            alternative_locations = []
            for alternative_locations_item_data in self.alternative_locations:
                alternative_locations_item = alternative_locations_item_data.to_dict()
                alternative_locations.append(alternative_locations_item)



        time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_windows, Unset):
            time_windows = []
            for time_windows_item_data in self.time_windows:
                time_windows_item = time_windows_item_data.to_dict()
                time_windows.append(time_windows_item)



        soft_time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.soft_time_windows, Unset):
            soft_time_windows = []
            for soft_time_windows_item_data in self.soft_time_windows:
                soft_time_windows_item = soft_time_windows_item_data.to_dict()
                soft_time_windows.append(soft_time_windows_item)



        load: dict[str, Any] | Unset = UNSET
        if not isinstance(self.load, Unset):
            load = self.load.to_dict()

        after: list[str] | Unset = UNSET
        if not isinstance(self.after, Unset):
            after = self.after




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "location": location,
        })
        if stop_id is not UNSET:
            field_dict["stop_id"] = stop_id
        if duration is not UNSET:
            field_dict["duration"] = duration
        if alternative_locations is not UNSET:
            field_dict["alternative_locations"] = alternative_locations
        if time_windows is not UNSET:
            field_dict["time_windows"] = time_windows
        if soft_time_windows is not UNSET:
            field_dict["soft_time_windows"] = soft_time_windows
        if load is not UNSET:
            field_dict["load"] = load
        if after is not UNSET:
            field_dict["after"] = after

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alternative_location import AlternativeLocation # noqa: PLC0415
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.soft_time_window import SoftTimeWindow # noqa: PLC0415
        from ..models.stop_load import StopLoad # noqa: PLC0415
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


        stop_id = d.pop("stop_id", UNSET)

        duration = d.pop("duration", UNSET)

        _alternative_locations = d.pop("alternative_locations", UNSET)
        alternative_locations: list[AlternativeLocation] | Unset = UNSET
        if _alternative_locations is not UNSET:
            alternative_locations = []
            for alternative_locations_item_data in _alternative_locations:
                alternative_locations_item = AlternativeLocation.from_dict(alternative_locations_item_data)



                alternative_locations.append(alternative_locations_item)


        _time_windows = d.pop("time_windows", UNSET)
        time_windows: list[TimeWindow] | Unset = UNSET
        if _time_windows is not UNSET:
            time_windows = []
            for time_windows_item_data in _time_windows:
                time_windows_item = TimeWindow.from_dict(time_windows_item_data)



                time_windows.append(time_windows_item)


        _soft_time_windows = d.pop("soft_time_windows", UNSET)
        soft_time_windows: list[SoftTimeWindow] | Unset = UNSET
        if _soft_time_windows is not UNSET:
            soft_time_windows = []
            for soft_time_windows_item_data in _soft_time_windows:
                soft_time_windows_item = SoftTimeWindow.from_dict(soft_time_windows_item_data)



                soft_time_windows.append(soft_time_windows_item)


        _load = d.pop("load", UNSET)
        load: StopLoad | Unset
        if isinstance(_load,  Unset):
            load = UNSET
        else:
            load = StopLoad.from_dict(_load)




        after = cast(list[str], d.pop("after", UNSET))


        stop = cls(
            location=location,
            stop_id=stop_id,
            duration=duration,
            alternative_locations=alternative_locations,
            time_windows=time_windows,
            soft_time_windows=soft_time_windows,
            load=load,
            after=after,
        )

        return stop

