from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Slot")



@_attrs_define
class Slot:
    """ A feasible window, and its effect on the plan.

        Attributes:
            vehicle_id (str): The vehicle that would serve the order. Copies are named `v1#1`, `v1#2` and so on.
            shift_id (str): The shift of the vehicle.
            date (str): The local date on which the shift starts.
            arrival_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format:
                unix`. Requests accept it as a `GivenTime`.
            service_start_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with
                `time_format: unix`. Requests accept it as a `GivenTime`.
            cost (float): The increase in the cost of the plan.
            distance (float): The increase in distance.
            duration (int): The increase in the duration of the routes, in seconds.
            start_time (int | str | Unset): A time: ISO 8601 with the offset of the place, or Unix seconds with
                `time_format: unix`. Requests accept it as a `GivenTime`.
            end_time (int | str | Unset): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format:
                unix`. Requests accept it as a `GivenTime`.
     """

    vehicle_id: str
    shift_id: str
    date: str
    arrival_time: int | str
    service_start_time: int | str
    cost: float
    distance: float
    duration: int
    start_time: int | str | Unset = UNSET
    end_time: int | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        vehicle_id = self.vehicle_id

        shift_id = self.shift_id

        date = self.date

        arrival_time: int | str
        arrival_time = self.arrival_time

        service_start_time: int | str
        service_start_time = self.service_start_time

        cost = self.cost

        distance = self.distance

        duration = self.duration

        start_time: int | str | Unset
        if isinstance(self.start_time, Unset):
            start_time = UNSET
        else:
            start_time = self.start_time

        end_time: int | str | Unset
        if isinstance(self.end_time, Unset):
            end_time = UNSET
        else:
            end_time = self.end_time


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "vehicle_id": vehicle_id,
            "shift_id": shift_id,
            "date": date,
            "arrival_time": arrival_time,
            "service_start_time": service_start_time,
            "cost": cost,
            "distance": distance,
            "duration": duration,
        })
        if start_time is not UNSET:
            field_dict["start_time"] = start_time
        if end_time is not UNSET:
            field_dict["end_time"] = end_time

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        vehicle_id = d.pop("vehicle_id")

        shift_id = d.pop("shift_id")

        date = d.pop("date")

        def _parse_arrival_time(data: object) -> int | str:
            return cast(int | str, data)

        arrival_time = _parse_arrival_time(d.pop("arrival_time"))


        def _parse_service_start_time(data: object) -> int | str:
            return cast(int | str, data)

        service_start_time = _parse_service_start_time(d.pop("service_start_time"))


        cost = d.pop("cost")

        distance = d.pop("distance")

        duration = d.pop("duration")

        def _parse_start_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        start_time = _parse_start_time(d.pop("start_time", UNSET))


        def _parse_end_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        end_time = _parse_end_time(d.pop("end_time", UNSET))


        slot = cls(
            vehicle_id=vehicle_id,
            shift_id=shift_id,
            date=date,
            arrival_time=arrival_time,
            service_start_time=service_start_time,
            cost=cost,
            distance=distance,
            duration=duration,
            start_time=start_time,
            end_time=end_time,
        )


        slot.additional_properties = d
        return slot

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
