from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="MatrixLocation")



@_attrs_define
class MatrixLocation:
    """ A location of the matrix.

        Attributes:
            location_id (str): Your id of the location, unique within the request; the key in `travel_costs`.
            latitude (float): Decimal degrees, WGS84.
            longitude (float): Decimal degrees, WGS84.
            location_class (list[int] | Unset): The classes of the location, any integers. A pair is returned only if its
                two locations share a class.
     """

    location_id: str
    latitude: float
    longitude: float
    location_class: list[int] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        location_id = self.location_id

        latitude = self.latitude

        longitude = self.longitude

        location_class: list[int] | Unset = UNSET
        if not isinstance(self.location_class, Unset):
            location_class = self.location_class




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "location_id": location_id,
            "latitude": latitude,
            "longitude": longitude,
        })
        if location_class is not UNSET:
            field_dict["location_class"] = location_class

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        location_id = d.pop("location_id")

        latitude = d.pop("latitude")

        longitude = d.pop("longitude")

        location_class = cast(list[int], d.pop("location_class", UNSET))


        matrix_location = cls(
            location_id=location_id,
            latitude=latitude,
            longitude=longitude,
            location_class=location_class,
        )

        return matrix_location

