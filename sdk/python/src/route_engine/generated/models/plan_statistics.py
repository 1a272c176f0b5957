from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.plan_cost import PlanCost
  from ..models.search_statistics import SearchStatistics





T = TypeVar("T", bound="PlanStatistics")



@_attrs_define
class PlanStatistics:
    """ The totals of the plan.

        Attributes:
            distance (float): On the road.
            duration (int): From start to end, in seconds.
            driving_duration (int): On the road, in seconds.
            service_duration (int): Setup, and service of orders and reloads, in seconds.
            waiting_duration (int): Waiting, in seconds.
            break_duration (int): Breaks, in seconds.
            overtime (int): After the end of the shift, in seconds.
            earliness (int): Before soft windows, in seconds.
            lateness (int): After soft windows, in seconds.
            stops (int): The number of stops that serve orders.
            vehicles (int): The number of vehicles used.
            shifts (int): The number of routes.
            orders_served (int): The number of visits served.
            cost (PlanCost): The cost, by term. Terms of 0 are left out.
            search (SearchStatistics): Statistics of the search.
     """

    distance: float
    duration: int
    driving_duration: int
    service_duration: int
    waiting_duration: int
    break_duration: int
    overtime: int
    earliness: int
    lateness: int
    stops: int
    vehicles: int
    shifts: int
    orders_served: int
    cost: PlanCost
    search: SearchStatistics
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.plan_cost import PlanCost # noqa: PLC0415
        from ..models.search_statistics import SearchStatistics # noqa: PLC0415
        distance = self.distance

        duration = self.duration

        driving_duration = self.driving_duration

        service_duration = self.service_duration

        waiting_duration = self.waiting_duration

        break_duration = self.break_duration

        overtime = self.overtime

        earliness = self.earliness

        lateness = self.lateness

        stops = self.stops

        vehicles = self.vehicles

        shifts = self.shifts

        orders_served = self.orders_served

        cost = self.cost.to_dict()

        search = self.search.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "distance": distance,
            "duration": duration,
            "driving_duration": driving_duration,
            "service_duration": service_duration,
            "waiting_duration": waiting_duration,
            "break_duration": break_duration,
            "overtime": overtime,
            "earliness": earliness,
            "lateness": lateness,
            "stops": stops,
            "vehicles": vehicles,
            "shifts": shifts,
            "orders_served": orders_served,
            "cost": cost,
            "search": search,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.plan_cost import PlanCost # noqa: PLC0415
        from ..models.search_statistics import SearchStatistics # noqa: PLC0415
        d = dict(src_dict)
        distance = d.pop("distance")

        duration = d.pop("duration")

        driving_duration = d.pop("driving_duration")

        service_duration = d.pop("service_duration")

        waiting_duration = d.pop("waiting_duration")

        break_duration = d.pop("break_duration")

        overtime = d.pop("overtime")

        earliness = d.pop("earliness")

        lateness = d.pop("lateness")

        stops = d.pop("stops")

        vehicles = d.pop("vehicles")

        shifts = d.pop("shifts")

        orders_served = d.pop("orders_served")

        cost = PlanCost.from_dict(d.pop("cost"))




        search = SearchStatistics.from_dict(d.pop("search"))




        plan_statistics = cls(
            distance=distance,
            duration=duration,
            driving_duration=driving_duration,
            service_duration=service_duration,
            waiting_duration=waiting_duration,
            break_duration=break_duration,
            overtime=overtime,
            earliness=earliness,
            lateness=lateness,
            stops=stops,
            vehicles=vehicles,
            shifts=shifts,
            orders_served=orders_served,
            cost=cost,
            search=search,
        )


        plan_statistics.additional_properties = d
        return plan_statistics

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
