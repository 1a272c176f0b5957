from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="Coordinates")



@_attrs_define
class Coordinates:
    """ The coordinates of a place without an id.

        Attributes:
            latitude (float): Decimal degrees, WGS84.
            longitude (float): Decimal degrees, WGS84.
            time_zone (str | Unset): The IANA name of the time zone. Default: the time zone of the position.
     """

    latitude: float
    longitude: float
    time_zone: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        latitude = self.latitude

        longitude = self.longitude

        time_zone = self.time_zone


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "latitude": latitude,
            "longitude": longitude,
        })
        if time_zone is not UNSET:
            field_dict["time_zone"] = time_zone

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        latitude = d.pop("latitude")

        longitude = d.pop("longitude")

        time_zone = d.pop("time_zone", UNSET)

        coordinates = cls(
            latitude=latitude,
            longitude=longitude,
            time_zone=time_zone,
        )

        return coordinates

