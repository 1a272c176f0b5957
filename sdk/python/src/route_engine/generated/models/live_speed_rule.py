from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.live_speed_rule_road_class import LiveSpeedRuleRoadClass
from ..models.live_speed_rule_windows_item_type_1 import LiveSpeedRuleWindowsItemType1
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.bounding_box import BoundingBox
  from ..models.speed_area import SpeedArea





T = TypeVar("T", bound="LiveSpeedRule")



@_attrs_define
class LiveSpeedRule:
    """ One of `speed_factor` and `kilometers_per_hour`, for a way, an area, a box or everywhere.

        Attributes:
            way (int | Unset): The id of an OpenStreetMap way. An id that is on no map has no effect.
            area (SpeedArea | Unset): A GeoJSON polygon without holes.
            bounding_box (BoundingBox | Unset): A box between two latitudes and two longitudes.
            road_class (LiveSpeedRuleRoadClass | Unset): Only roads of this class, a value of `highway`. Default: all roads.
            windows (list[int | LiveSpeedRuleWindowsItemType1] | Unset): Indexes of weekday traffic windows, and `weekend`.
                Default: all of them, and free flow.
            speed_factor (float | Unset): The factor of the speed: 0.5 doubles the travel time.
            kilometers_per_hour (float | Unset): The speed that replaces all others, including those of traffic.
            expires_at (datetime.datetime | Unset): When the rule expires. Default: the expiry of the request.
     """

    way: int | Unset = UNSET
    area: SpeedArea | Unset = UNSET
    bounding_box: BoundingBox | Unset = UNSET
    road_class: LiveSpeedRuleRoadClass | Unset = UNSET
    windows: list[int | LiveSpeedRuleWindowsItemType1] | Unset = UNSET
    speed_factor: float | Unset = UNSET
    kilometers_per_hour: float | Unset = UNSET
    expires_at: datetime.datetime | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.bounding_box import BoundingBox # noqa: PLC0415
        from ..models.speed_area import SpeedArea # noqa: PLC0415
        way = self.way

        area: dict[str, Any] | Unset = UNSET
        if not isinstance(self.area, Unset):
            area = self.area.to_dict()

        bounding_box: dict[str, Any] | Unset = UNSET
        if not isinstance(self.bounding_box, Unset):
            bounding_box = self.bounding_box.to_dict()

        road_class: str | Unset = UNSET
        if not isinstance(self.road_class, Unset):
            road_class = self.road_class.value


        windows: list[int | str] | Unset = UNSET
        if not isinstance(self.windows, Unset):
            windows = []
            for windows_item_data in self.windows:
                windows_item: int | str
                if isinstance(windows_item_data, LiveSpeedRuleWindowsItemType1):
                    windows_item = windows_item_data.value
                else:
                    windows_item = windows_item_data
                windows.append(windows_item)



        speed_factor = self.speed_factor

        kilometers_per_hour = self.kilometers_per_hour

        expires_at: str | Unset = UNSET
        if not isinstance(self.expires_at, Unset):
            expires_at = self.expires_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if way is not UNSET:
            field_dict["way"] = way
        if area is not UNSET:
            field_dict["area"] = area
        if bounding_box is not UNSET:
            field_dict["bounding_box"] = bounding_box
        if road_class is not UNSET:
            field_dict["road_class"] = road_class
        if windows is not UNSET:
            field_dict["windows"] = windows
        if speed_factor is not UNSET:
            field_dict["speed_factor"] = speed_factor
        if kilometers_per_hour is not UNSET:
            field_dict["kilometers_per_hour"] = kilometers_per_hour
        if expires_at is not UNSET:
            field_dict["expires_at"] = expires_at

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bounding_box import BoundingBox # noqa: PLC0415
        from ..models.speed_area import SpeedArea # noqa: PLC0415
        d = dict(src_dict)
        way = d.pop("way", UNSET)

        _area = d.pop("area", UNSET)
        area: SpeedArea | Unset
        if isinstance(_area,  Unset):
            area = UNSET
        else:
            area = SpeedArea.from_dict(_area)




        _bounding_box = d.pop("bounding_box", UNSET)
        bounding_box: BoundingBox | Unset
        if isinstance(_bounding_box,  Unset):
            bounding_box = UNSET
        else:
            bounding_box = BoundingBox.from_dict(_bounding_box)




        _road_class = d.pop("road_class", UNSET)
        road_class: LiveSpeedRuleRoadClass | Unset
        if isinstance(_road_class,  Unset):
            road_class = UNSET
        else:
            road_class = LiveSpeedRuleRoadClass(_road_class)




        _windows = d.pop("windows", UNSET)
        windows: list[int | LiveSpeedRuleWindowsItemType1] | Unset = UNSET
        if _windows is not UNSET:
            windows = []
            for windows_item_data in _windows:
                def _parse_windows_item(data: object) -> int | LiveSpeedRuleWindowsItemType1:
                    try:
                        if not isinstance(data, str):
                            raise TypeError()
                        windows_item_type_1 = LiveSpeedRuleWindowsItemType1(data)



                        return windows_item_type_1
                    except (TypeError, ValueError, AttributeError, KeyError):
                        pass
                    return cast(int | LiveSpeedRuleWindowsItemType1, data)

                windows_item = _parse_windows_item(windows_item_data)

                windows.append(windows_item)


        speed_factor = d.pop("speed_factor", UNSET)

        kilometers_per_hour = d.pop("kilometers_per_hour", UNSET)

        _expires_at = d.pop("expires_at", UNSET)
        expires_at: datetime.datetime | Unset
        if isinstance(_expires_at,  Unset):
            expires_at = UNSET
        else:
            expires_at = datetime.datetime.fromisoformat(_expires_at)




        live_speed_rule = cls(
            way=way,
            area=area,
            bounding_box=bounding_box,
            road_class=road_class,
            windows=windows,
            speed_factor=speed_factor,
            kilometers_per_hour=kilometers_per_hour,
            expires_at=expires_at,
        )

        return live_speed_rule

