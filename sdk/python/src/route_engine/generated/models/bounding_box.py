from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="BoundingBox")



@_attrs_define
class BoundingBox:
    """ A box between two latitudes and two longitudes.

        Attributes:
            south (float): Its lowest latitude.
            west (float): Its lowest longitude.
            north (float): Its highest latitude.
            east (float): Its highest longitude.
     """

    south: float
    west: float
    north: float
    east: float





    def to_dict(self) -> dict[str, Any]:
        south = self.south

        west = self.west

        north = self.north

        east = self.east


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "south": south,
            "west": west,
            "north": north,
            "east": east,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        south = d.pop("south")

        west = d.pop("west")

        north = d.pop("north")

        east = d.pop("east")

        bounding_box = cls(
            south=south,
            west=west,
            north=north,
            east=east,
        )

        return bounding_box

