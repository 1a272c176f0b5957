from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.cost import Cost
  from ..models.route_statistics_max_load import RouteStatisticsMaxLoad





T = TypeVar("T", bound="RouteStatistics")



@_attrs_define
class RouteStatistics:
    """ The totals of the route.

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
            orders (int): The number of visits served.
            max_load (RouteStatisticsMaxLoad): The highest load on board, by dimension.
            cost (Cost): The cost, by term. Terms of 0 are left out.
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
    orders: int
    max_load: RouteStatisticsMaxLoad
    cost: Cost
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.cost import Cost # noqa: PLC0415
        from ..models.route_statistics_max_load import RouteStatisticsMaxLoad # noqa: PLC0415
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

        orders = self.orders

        max_load = self.max_load.to_dict()

        cost = self.cost.to_dict()


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
            "orders": orders,
            "max_load": max_load,
            "cost": cost,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.cost import Cost # noqa: PLC0415
        from ..models.route_statistics_max_load import RouteStatisticsMaxLoad # noqa: PLC0415
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

        orders = d.pop("orders")

        max_load = RouteStatisticsMaxLoad.from_dict(d.pop("max_load"))




        cost = Cost.from_dict(d.pop("cost"))




        route_statistics = cls(
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
            orders=orders,
            max_load=max_load,
            cost=cost,
        )


        route_statistics.additional_properties = d
        return route_statistics

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
