from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.routing_response_status import RoutingResponseStatus
from ..models.routing_response_travel_model import RoutingResponseTravelModel
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.bound import Bound
  from ..models.plan_statistics import PlanStatistics
  from ..models.route import Route
  from ..models.unserved_cause import UnservedCause
  from ..models.unserved_order import UnservedOrder
  from ..models.warning import Warning_





T = TypeVar("T", bound="RoutingResponse")



@_attrs_define
class RoutingResponse:
    """ A plan: routes with their stops and times, and unserved orders.

        Attributes:
            status (RoutingResponseStatus): `Ok`: all mandatory orders are served. `Partial`: some are not. `Invalid`:
                routes of the given plan break rules.
            routes (list[Route]): The routes, one for each used shift.
            unserved (list[UnservedOrder]): The unserved orders.
            unused_vehicles (list[str]): Vehicles without a route, in the order of the request.
            statistics (PlanStatistics): The totals of the plan.
            travel_model (RoutingResponseTravelModel): The source of travel costs; `matrix`: the matrix of the request.
            warnings (list[Warning_]): Warnings about the request.
            unserved_summary (list[UnservedCause] | Unset): The number of unserved orders by reason, most frequent first.
            bounds (list[Bound] | Unset): Proofs that every plan leaves some orders unserved.
            attribution (str | Unset): The attribution of the road data; display it with the results.
            speeds_version (str | Unset): The version of the live speeds used; absent if there are none.
     """

    status: RoutingResponseStatus
    routes: list[Route]
    unserved: list[UnservedOrder]
    unused_vehicles: list[str]
    statistics: PlanStatistics
    travel_model: RoutingResponseTravelModel
    warnings: list[Warning_]
    unserved_summary: list[UnservedCause] | Unset = UNSET
    bounds: list[Bound] | Unset = UNSET
    attribution: str | Unset = UNSET
    speeds_version: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.bound import Bound # noqa: PLC0415
        from ..models.plan_statistics import PlanStatistics # noqa: PLC0415
        from ..models.route import Route # noqa: PLC0415
        from ..models.unserved_cause import UnservedCause # noqa: PLC0415
        from ..models.unserved_order import UnservedOrder # noqa: PLC0415
        from ..models.warning import Warning_ # noqa: PLC0415
        status = self.status.value

        routes = []
        for routes_item_data in self.routes:
            routes_item = routes_item_data.to_dict()
            routes.append(routes_item)



        unserved = []
        for unserved_item_data in self.unserved:
            unserved_item = unserved_item_data.to_dict()
            unserved.append(unserved_item)



        unused_vehicles = self.unused_vehicles



        statistics = self.statistics.to_dict()

        travel_model = self.travel_model.value

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)



        unserved_summary: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.unserved_summary, Unset):
            unserved_summary = []
            for unserved_summary_item_data in self.unserved_summary:
                unserved_summary_item = unserved_summary_item_data.to_dict()
                unserved_summary.append(unserved_summary_item)



        bounds: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.bounds, Unset):
            bounds = []
            for bounds_item_data in self.bounds:
                bounds_item = bounds_item_data.to_dict()
                bounds.append(bounds_item)



        attribution = self.attribution

        speeds_version = self.speeds_version


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
            "routes": routes,
            "unserved": unserved,
            "unused_vehicles": unused_vehicles,
            "statistics": statistics,
            "travel_model": travel_model,
            "warnings": warnings,
        })
        if unserved_summary is not UNSET:
            field_dict["unserved_summary"] = unserved_summary
        if bounds is not UNSET:
            field_dict["bounds"] = bounds
        if attribution is not UNSET:
            field_dict["attribution"] = attribution
        if speeds_version is not UNSET:
            field_dict["speeds_version"] = speeds_version

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.bound import Bound # noqa: PLC0415
        from ..models.plan_statistics import PlanStatistics # noqa: PLC0415
        from ..models.route import Route # noqa: PLC0415
        from ..models.unserved_cause import UnservedCause # noqa: PLC0415
        from ..models.unserved_order import UnservedOrder # noqa: PLC0415
        from ..models.warning import Warning_ # noqa: PLC0415
        d = dict(src_dict)
        status = RoutingResponseStatus(d.pop("status"))




        routes = []
        _routes = d.pop("routes")
        for routes_item_data in (_routes):
            routes_item = Route.from_dict(routes_item_data)



            routes.append(routes_item)


        unserved = []
        _unserved = d.pop("unserved")
        for unserved_item_data in (_unserved):
            unserved_item = UnservedOrder.from_dict(unserved_item_data)



            unserved.append(unserved_item)


        unused_vehicles = cast(list[str], d.pop("unused_vehicles"))


        statistics = PlanStatistics.from_dict(d.pop("statistics"))




        travel_model = RoutingResponseTravelModel(d.pop("travel_model"))




        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in (_warnings):
            warnings_item = Warning_.from_dict(warnings_item_data)



            warnings.append(warnings_item)


        _unserved_summary = d.pop("unserved_summary", UNSET)
        unserved_summary: list[UnservedCause] | Unset = UNSET
        if _unserved_summary is not UNSET:
            unserved_summary = []
            for unserved_summary_item_data in _unserved_summary:
                unserved_summary_item = UnservedCause.from_dict(unserved_summary_item_data)



                unserved_summary.append(unserved_summary_item)


        _bounds = d.pop("bounds", UNSET)
        bounds: list[Bound] | Unset = UNSET
        if _bounds is not UNSET:
            bounds = []
            for bounds_item_data in _bounds:
                bounds_item = Bound.from_dict(bounds_item_data)



                bounds.append(bounds_item)


        attribution = d.pop("attribution", UNSET)

        speeds_version = d.pop("speeds_version", UNSET)

        routing_response = cls(
            status=status,
            routes=routes,
            unserved=unserved,
            unused_vehicles=unused_vehicles,
            statistics=statistics,
            travel_model=travel_model,
            warnings=warnings,
            unserved_summary=unserved_summary,
            bounds=bounds,
            attribution=attribution,
            speeds_version=speeds_version,
        )


        routing_response.additional_properties = d
        return routing_response

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
