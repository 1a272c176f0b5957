from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="TravelMatrixPair")



@_attrs_define
class TravelMatrixPair:
    """ A pair without a road connection.

        Attributes:
            source (str): The `location_id`.
            destination (str): The `location_id`.
     """

    source: str
    destination: str





    def to_dict(self) -> dict[str, Any]:
        source = self.source

        destination = self.destination


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "source": source,
            "destination": destination,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        destination = d.pop("destination")

        travel_matrix_pair = cls(
            source=source,
            destination=destination,
        )

        return travel_matrix_pair

