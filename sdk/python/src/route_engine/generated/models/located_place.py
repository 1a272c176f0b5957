from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.snapped_position import SnappedPosition





T = TypeVar("T", bound="LocatedPlace")



@_attrs_define
class LocatedPlace:
    """ A location and its position on the road network.

        Attributes:
            location_id (str): The id, as in the request.
            time_zone (str): The IANA name of the time zone.
            snap_distance (float | None): The distance to the road used; null if costs are estimates.
            snapped_position (SnappedPosition | Unset): The point of a road that costs are from and to.
     """

    location_id: str
    time_zone: str
    snap_distance: float | None
    snapped_position: SnappedPosition | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.snapped_position import SnappedPosition # noqa: PLC0415
        location_id = self.location_id

        time_zone = self.time_zone

        snap_distance: float | None
        snap_distance = self.snap_distance

        snapped_position: dict[str, Any] | Unset = UNSET
        if not isinstance(self.snapped_position, Unset):
            snapped_position = self.snapped_position.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "location_id": location_id,
            "time_zone": time_zone,
            "snap_distance": snap_distance,
        })
        if snapped_position is not UNSET:
            field_dict["snapped_position"] = snapped_position

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.snapped_position import SnappedPosition # noqa: PLC0415
        d = dict(src_dict)
        location_id = d.pop("location_id")

        time_zone = d.pop("time_zone")

        def _parse_snap_distance(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        snap_distance = _parse_snap_distance(d.pop("snap_distance"))


        _snapped_position = d.pop("snapped_position", UNSET)
        snapped_position: SnappedPosition | Unset
        if isinstance(_snapped_position,  Unset):
            snapped_position = UNSET
        else:
            snapped_position = SnappedPosition.from_dict(_snapped_position)




        located_place = cls(
            location_id=location_id,
            time_zone=time_zone,
            snap_distance=snap_distance,
            snapped_position=snapped_position,
        )


        located_place.additional_properties = d
        return located_place

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
