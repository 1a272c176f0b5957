from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="PlanCost")



@_attrs_define
class PlanCost:
    """ The cost, by term. Terms of 0 are left out.

        Attributes:
            total (float): The sum of all terms.
            fixed (float | Unset): `fixed` of the vehicles.
            time (float | Unset): `per_hour` of the vehicles.
            distance (float | Unset): `per_kilometer` of the vehicles.
            stops (float | Unset): `per_stop` of the vehicles.
            waiting (float | Unset): `per_waiting_hour` of the vehicles.
            overtime (float | Unset): `per_overtime_hour` of the vehicles.
            soft_limits (float | Unset): `soft_limits` of the vehicles.
            soft_windows (float | Unset): The cost of missed soft windows.
            soft_breaks (float | Unset): The cost of soft breaks that are late or skipped.
            preferred_vehicles (float | Unset): `preferred_vehicles` of the orders, and territories of vehicles.
            nights (float | Unset): `per_night` of the vehicles.
            changes (float | Unset): `stability`: visits of `plan` that another vehicle makes, and those made at other
                times.
            other_vehicles (float | Unset): `other_vehicle_cost` of periodic orders.
            unserved (float | Unset): `unserved_cost` of the orders.
     """

    total: float
    fixed: float | Unset = UNSET
    time: float | Unset = UNSET
    distance: float | Unset = UNSET
    stops: float | Unset = UNSET
    waiting: float | Unset = UNSET
    overtime: float | Unset = UNSET
    soft_limits: float | Unset = UNSET
    soft_windows: float | Unset = UNSET
    soft_breaks: float | Unset = UNSET
    preferred_vehicles: float | Unset = UNSET
    nights: float | Unset = UNSET
    changes: float | Unset = UNSET
    other_vehicles: float | Unset = UNSET
    unserved: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        total = self.total

        fixed = self.fixed

        time = self.time

        distance = self.distance

        stops = self.stops

        waiting = self.waiting

        overtime = self.overtime

        soft_limits = self.soft_limits

        soft_windows = self.soft_windows

        soft_breaks = self.soft_breaks

        preferred_vehicles = self.preferred_vehicles

        nights = self.nights

        changes = self.changes

        other_vehicles = self.other_vehicles

        unserved = self.unserved


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "total": total,
        })
        if fixed is not UNSET:
            field_dict["fixed"] = fixed
        if time is not UNSET:
            field_dict["time"] = time
        if distance is not UNSET:
            field_dict["distance"] = distance
        if stops is not UNSET:
            field_dict["stops"] = stops
        if waiting is not UNSET:
            field_dict["waiting"] = waiting
        if overtime is not UNSET:
            field_dict["overtime"] = overtime
        if soft_limits is not UNSET:
            field_dict["soft_limits"] = soft_limits
        if soft_windows is not UNSET:
            field_dict["soft_windows"] = soft_windows
        if soft_breaks is not UNSET:
            field_dict["soft_breaks"] = soft_breaks
        if preferred_vehicles is not UNSET:
            field_dict["preferred_vehicles"] = preferred_vehicles
        if nights is not UNSET:
            field_dict["nights"] = nights
        if changes is not UNSET:
            field_dict["changes"] = changes
        if other_vehicles is not UNSET:
            field_dict["other_vehicles"] = other_vehicles
        if unserved is not UNSET:
            field_dict["unserved"] = unserved

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total = d.pop("total")

        fixed = d.pop("fixed", UNSET)

        time = d.pop("time", UNSET)

        distance = d.pop("distance", UNSET)

        stops = d.pop("stops", UNSET)

        waiting = d.pop("waiting", UNSET)

        overtime = d.pop("overtime", UNSET)

        soft_limits = d.pop("soft_limits", UNSET)

        soft_windows = d.pop("soft_windows", UNSET)

        soft_breaks = d.pop("soft_breaks", UNSET)

        preferred_vehicles = d.pop("preferred_vehicles", UNSET)

        nights = d.pop("nights", UNSET)

        changes = d.pop("changes", UNSET)

        other_vehicles = d.pop("other_vehicles", UNSET)

        unserved = d.pop("unserved", UNSET)

        plan_cost = cls(
            total=total,
            fixed=fixed,
            time=time,
            distance=distance,
            stops=stops,
            waiting=waiting,
            overtime=overtime,
            soft_limits=soft_limits,
            soft_windows=soft_windows,
            soft_breaks=soft_breaks,
            preferred_vehicles=preferred_vehicles,
            nights=nights,
            changes=changes,
            other_vehicles=other_vehicles,
            unserved=unserved,
        )


        plan_cost.additional_properties = d
        return plan_cost

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
