from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.outline_stop import OutlineStop





T = TypeVar("T", bound="OutlineRoute")



@_attrs_define
class OutlineRoute:
    """ A route without times.

        Attributes:
            vehicle_id (str): The vehicle.
            shift_id (str): The shift.
            date (datetime.date): The local date on which the shift starts.
            stops (list[OutlineStop]): The stops, in order.
     """

    vehicle_id: str
    shift_id: str
    date: datetime.date
    stops: list[OutlineStop]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.outline_stop import OutlineStop # noqa: PLC0415
        vehicle_id = self.vehicle_id

        shift_id = self.shift_id

        date = self.date.isoformat()

        stops = []
        for stops_item_data in self.stops:
            stops_item = stops_item_data.to_dict()
            stops.append(stops_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "vehicle_id": vehicle_id,
            "shift_id": shift_id,
            "date": date,
            "stops": stops,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.outline_stop import OutlineStop # noqa: PLC0415
        d = dict(src_dict)
        vehicle_id = d.pop("vehicle_id")

        shift_id = d.pop("shift_id")

        date = datetime.date.fromisoformat(d.pop("date"))




        stops = []
        _stops = d.pop("stops")
        for stops_item_data in (_stops):
            stops_item = OutlineStop.from_dict(stops_item_data)



            stops.append(stops_item)


        outline_route = cls(
            vehicle_id=vehicle_id,
            shift_id=shift_id,
            date=date,
            stops=stops,
        )


        outline_route.additional_properties = d
        return outline_route

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
