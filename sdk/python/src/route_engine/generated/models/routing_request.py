from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.location import Location
  from ..models.objective import Objective
  from ..models.options import Options
  from ..models.order import Order
  from ..models.plan import Plan
  from ..models.planning_period import PlanningPeriod
  from ..models.relation import Relation
  from ..models.travel import Travel
  from ..models.vehicle import Vehicle





T = TypeVar("T", bound="RoutingRequest")



@_attrs_define
class RoutingRequest:
    """ A routing problem: vehicles, orders, and the rules of the plan.

        Attributes:
            vehicles (list[Vehicle]): The vehicles.
            orders (list[Order]): The orders to serve.
            planning_period (PlanningPeriod | Unset): The period that contains all routes. Default: from the first start to
                the last end of the shifts.
            locations (list[Location] | Unset): Named locations, which other fields refer to by id.
            relations (list[Relation] | Unset): Rules that bind several orders.
            travel (Travel | Unset): The source of travel costs.
            plan (Plan | Unset): An existing plan: the start of the search, the plan to check, or stops to lock.
            objective (Objective | Unset): The objective: what makes a plan better than another.
            options (Options | Unset): Options of the search and of the response.
     """

    vehicles: list[Vehicle]
    orders: list[Order]
    planning_period: PlanningPeriod | Unset = UNSET
    locations: list[Location] | Unset = UNSET
    relations: list[Relation] | Unset = UNSET
    travel: Travel | Unset = UNSET
    plan: Plan | Unset = UNSET
    objective: Objective | Unset = UNSET
    options: Options | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.location import Location # noqa: PLC0415
        from ..models.objective import Objective # noqa: PLC0415
        from ..models.options import Options # noqa: PLC0415
        from ..models.order import Order # noqa: PLC0415
        from ..models.plan import Plan # noqa: PLC0415
        from ..models.planning_period import PlanningPeriod # noqa: PLC0415
        from ..models.relation import Relation # noqa: PLC0415
        from ..models.travel import Travel # noqa: PLC0415
        from ..models.vehicle import Vehicle # noqa: PLC0415
        vehicles = []
        for vehicles_item_data in self.vehicles:
            vehicles_item = vehicles_item_data.to_dict()
            vehicles.append(vehicles_item)



        orders = []
        for orders_item_data in self.orders:
            orders_item = orders_item_data.to_dict()
            orders.append(orders_item)



        planning_period: dict[str, Any] | Unset = UNSET
        if not isinstance(self.planning_period, Unset):
            planning_period = self.planning_period.to_dict()

        locations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.locations, Unset):
            locations = []
            for locations_item_data in self.locations:
                locations_item = locations_item_data.to_dict()
                locations.append(locations_item)



        relations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.relations, Unset):
            relations = []
            for relations_item_data in self.relations:
                relations_item = relations_item_data.to_dict()
                relations.append(relations_item)



        travel: dict[str, Any] | Unset = UNSET
        if not isinstance(self.travel, Unset):
            travel = self.travel.to_dict()

        plan: dict[str, Any] | Unset = UNSET
        if not isinstance(self.plan, Unset):
            plan = self.plan.to_dict()

        objective: dict[str, Any] | Unset = UNSET
        if not isinstance(self.objective, Unset):
            objective = self.objective.to_dict()

        options: dict[str, Any] | Unset = UNSET
        if not isinstance(self.options, Unset):
            options = self.options.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "vehicles": vehicles,
            "orders": orders,
        })
        if planning_period is not UNSET:
            field_dict["planning_period"] = planning_period
        if locations is not UNSET:
            field_dict["locations"] = locations
        if relations is not UNSET:
            field_dict["relations"] = relations
        if travel is not UNSET:
            field_dict["travel"] = travel
        if plan is not UNSET:
            field_dict["plan"] = plan
        if objective is not UNSET:
            field_dict["objective"] = objective
        if options is not UNSET:
            field_dict["options"] = options

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.location import Location # noqa: PLC0415
        from ..models.objective import Objective # noqa: PLC0415
        from ..models.options import Options # noqa: PLC0415
        from ..models.order import Order # noqa: PLC0415
        from ..models.plan import Plan # noqa: PLC0415
        from ..models.planning_period import PlanningPeriod # noqa: PLC0415
        from ..models.relation import Relation # noqa: PLC0415
        from ..models.travel import Travel # noqa: PLC0415
        from ..models.vehicle import Vehicle # noqa: PLC0415
        d = dict(src_dict)
        vehicles = []
        _vehicles = d.pop("vehicles")
        for vehicles_item_data in (_vehicles):
            vehicles_item = Vehicle.from_dict(vehicles_item_data)



            vehicles.append(vehicles_item)


        orders = []
        _orders = d.pop("orders")
        for orders_item_data in (_orders):
            orders_item = Order.from_dict(orders_item_data)



            orders.append(orders_item)


        _planning_period = d.pop("planning_period", UNSET)
        planning_period: PlanningPeriod | Unset
        if isinstance(_planning_period,  Unset):
            planning_period = UNSET
        else:
            planning_period = PlanningPeriod.from_dict(_planning_period)




        _locations = d.pop("locations", UNSET)
        locations: list[Location] | Unset = UNSET
        if _locations is not UNSET:
            locations = []
            for locations_item_data in _locations:
                locations_item = Location.from_dict(locations_item_data)



                locations.append(locations_item)


        _relations = d.pop("relations", UNSET)
        relations: list[Relation] | Unset = UNSET
        if _relations is not UNSET:
            relations = []
            for relations_item_data in _relations:
                relations_item = Relation.from_dict(relations_item_data)



                relations.append(relations_item)


        _travel = d.pop("travel", UNSET)
        travel: Travel | Unset
        if isinstance(_travel,  Unset):
            travel = UNSET
        else:
            travel = Travel.from_dict(_travel)




        _plan = d.pop("plan", UNSET)
        plan: Plan | Unset
        if isinstance(_plan,  Unset):
            plan = UNSET
        else:
            plan = Plan.from_dict(_plan)




        _objective = d.pop("objective", UNSET)
        objective: Objective | Unset
        if isinstance(_objective,  Unset):
            objective = UNSET
        else:
            objective = Objective.from_dict(_objective)




        _options = d.pop("options", UNSET)
        options: Options | Unset
        if isinstance(_options,  Unset):
            options = UNSET
        else:
            options = Options.from_dict(_options)




        routing_request = cls(
            vehicles=vehicles,
            orders=orders,
            planning_period=planning_period,
            locations=locations,
            relations=relations,
            travel=travel,
            plan=plan,
            objective=objective,
            options=options,
        )

        return routing_request

