from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.line_string_type import LineStringType
from typing import cast






T = TypeVar("T", bound="LineString")



@_attrs_define
class LineString:
    """ A GeoJSON LineString.

        Attributes:
            type_ (LineStringType): The GeoJSON type.
            coordinates (list[list[float]]): The positions: longitude, then latitude.
     """

    type_: LineStringType
    coordinates: list[list[float]]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_.value

        coordinates = []
        for coordinates_item_data in self.coordinates:
            coordinates_item = coordinates_item_data


            coordinates.append(coordinates_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "type": type_,
            "coordinates": coordinates,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = LineStringType(d.pop("type"))




        coordinates = []
        _coordinates = d.pop("coordinates")
        for coordinates_item_data in (_coordinates):
            coordinates_item = cast(list[float], coordinates_item_data)

            coordinates.append(coordinates_item)


        line_string = cls(
            type_=type_,
            coordinates=coordinates,
        )


        line_string.additional_properties = d
        return line_string

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
