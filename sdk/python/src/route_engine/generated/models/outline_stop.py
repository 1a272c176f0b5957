from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="OutlineStop")



@_attrs_define
class OutlineStop:
    """ A stop in the outline of a route.

        Attributes:
            latitude (float): WGS 84.
            longitude (float): WGS 84.
            order_id (str | Unset): The order that the stop serves. Absent for a start, an end or a reload.
            stop_id (str | Unset): The id of the stop, if the request gives it one.
     """

    latitude: float
    longitude: float
    order_id: str | Unset = UNSET
    stop_id: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        latitude = self.latitude

        longitude = self.longitude

        order_id = self.order_id

        stop_id = self.stop_id


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "latitude": latitude,
            "longitude": longitude,
        })
        if order_id is not UNSET:
            field_dict["order_id"] = order_id
        if stop_id is not UNSET:
            field_dict["stop_id"] = stop_id

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        latitude = d.pop("latitude")

        longitude = d.pop("longitude")

        order_id = d.pop("order_id", UNSET)

        stop_id = d.pop("stop_id", UNSET)

        outline_stop = cls(
            latitude=latitude,
            longitude=longitude,
            order_id=order_id,
            stop_id=stop_id,
        )


        outline_stop.additional_properties = d
        return outline_stop

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
