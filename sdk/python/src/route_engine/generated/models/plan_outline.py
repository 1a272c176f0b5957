from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.best_plan import BestPlan
  from ..models.outline_route import OutlineRoute





T = TypeVar("T", bound="PlanOutline")



@_attrs_define
class PlanOutline:
    """ The outline of the best plan so far, for drawing it.

        Attributes:
            best (BestPlan | None): The totals of the plan; `null`: there is no plan to show now.
            routes (list[OutlineRoute]): The routes of all vehicles in use.
     """

    best: BestPlan | None
    routes: list[OutlineRoute]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.best_plan import BestPlan # noqa: PLC0415
        from ..models.outline_route import OutlineRoute # noqa: PLC0415
        best: dict[str, Any] | None
        if isinstance(self.best, BestPlan):
            best = self.best.to_dict()
        else:
            best = self.best

        routes = []
        for routes_item_data in self.routes:
            routes_item = routes_item_data.to_dict()
            routes.append(routes_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "best": best,
            "routes": routes,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.best_plan import BestPlan # noqa: PLC0415
        from ..models.outline_route import OutlineRoute # noqa: PLC0415
        d = dict(src_dict)
        def _parse_best(data: object) -> BestPlan | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                best_type_0 = BestPlan.from_dict(data)



                return best_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BestPlan | None, data)

        best = _parse_best(d.pop("best"))


        routes = []
        _routes = d.pop("routes")
        for routes_item_data in (_routes):
            routes_item = OutlineRoute.from_dict(routes_item_data)



            routes.append(routes_item)


        plan_outline = cls(
            best=best,
            routes=routes,
        )


        plan_outline.additional_properties = d
        return plan_outline

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
