from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.planned_route import PlannedRoute





T = TypeVar("T", bound="Plan")



@_attrs_define
class Plan:
    """ An existing plan: the start of the search, the plan to check, or stops to lock.

        Attributes:
            routes (list[PlannedRoute]): The routes, at most one for each shift.
     """

    routes: list[PlannedRoute]





    def to_dict(self) -> dict[str, Any]:
        from ..models.planned_route import PlannedRoute # noqa: PLC0415
        routes = []
        for routes_item_data in self.routes:
            routes_item = routes_item_data.to_dict()
            routes.append(routes_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "routes": routes,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.planned_route import PlannedRoute # noqa: PLC0415
        d = dict(src_dict)
        routes = []
        _routes = d.pop("routes")
        for routes_item_data in (_routes):
            routes_item = PlannedRoute.from_dict(routes_item_data)



            routes.append(routes_item)


        plan = cls(
            routes=routes,
        )

        return plan

