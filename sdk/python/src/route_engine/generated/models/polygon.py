from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.polygon_type import PolygonType
from typing import cast






T = TypeVar("T", bound="Polygon")



@_attrs_define
class Polygon:
    """ A GeoJSON polygon.

        Attributes:
            type_ (PolygonType): The GeoJSON type.
            coordinates (list[list[list[float]]]): The outer ring, then the rings of holes.
     """

    type_: PolygonType
    coordinates: list[list[list[float]]]





    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_.value

        coordinates = []
        for coordinates_item_data in self.coordinates:
            coordinates_item = []
            for coordinates_item_item_data in coordinates_item_data:
                coordinates_item_item = coordinates_item_item_data


                coordinates_item.append(coordinates_item_item)


            coordinates.append(coordinates_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "type": type_,
            "coordinates": coordinates,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = PolygonType(d.pop("type"))




        coordinates = []
        _coordinates = d.pop("coordinates")
        for coordinates_item_data in (_coordinates):
            coordinates_item = []
            _coordinates_item = coordinates_item_data
            for coordinates_item_item_data in (_coordinates_item):
                coordinates_item_item = cast(list[float], coordinates_item_item_data)

                coordinates_item.append(coordinates_item_item)

            coordinates.append(coordinates_item)


        polygon = cls(
            type_=type_,
            coordinates=coordinates,
        )

        return polygon

