from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.limit_field import LimitField
from ..models.reason_code import ReasonCode
from ..models.reason_route_position import ReasonRoutePosition
from ..models.reason_span import ReasonSpan
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Reason")



@_attrs_define
class Reason:
    """ A reason why the order is unserved, verified by trying.

        Attributes:
            code (ReasonCode): The code of a reason or violation; see docs/reasons.md.
            comment (str): The same in a sentence.
            vehicle_id (str | Unset): The vehicle. If absent, the reason applies to every shift.
            shift_id (str | Unset): The shift of the vehicle.
            date (str | Unset): The local date on which the shift starts.
            amount (float | Unset): The excess over what is allowed, in seconds, meters, days or units of load.
            dimension (str | Unset): Of a load.
            span (ReasonSpan | Unset): The span of a limit on several shifts. Absent for a limit on one shift.
            limit (LimitField | Unset): The field of `driving_rules`, or of the `visits` of the order, that is not kept.
            attribute (str | Unset): The attribute that is missing, or that is forbidden.
            relation (int | Unset): The index in `relations` of the request.
            orders (list[str] | Unset): The orders that would break the rule together, or that the relation binds.
            visits (list[int] | Unset): The numbers of two visits of the order that do not suit each other.
            route_position (ReasonRoutePosition | Unset): The position that the order must have on its route.
            order_id (str | Unset): Another order, whose stop would break the rule.
            stop_id (str | Unset): The stop of the order, if it has several.
            time (int | str | Unset): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format:
                unix`. Requests accept it as a `GivenTime`.
            allowed_time (int | str | Unset): A time: ISO 8601 with the offset of the place, or Unix seconds with
                `time_format: unix`. Requests accept it as a `GivenTime`.
            cost (float | Unset): The cost that serving the order would add.
            unserved_cost (float | Unset): The cost of leaving the order unserved.
            alone (bool | Unset): If true, the shift would serve the order but for this rule. If absent, all such reasons
                that name the shift prevent it together.
     """

    code: ReasonCode
    comment: str
    vehicle_id: str | Unset = UNSET
    shift_id: str | Unset = UNSET
    date: str | Unset = UNSET
    amount: float | Unset = UNSET
    dimension: str | Unset = UNSET
    span: ReasonSpan | Unset = UNSET
    limit: LimitField | Unset = UNSET
    attribute: str | Unset = UNSET
    relation: int | Unset = UNSET
    orders: list[str] | Unset = UNSET
    visits: list[int] | Unset = UNSET
    route_position: ReasonRoutePosition | Unset = UNSET
    order_id: str | Unset = UNSET
    stop_id: str | Unset = UNSET
    time: int | str | Unset = UNSET
    allowed_time: int | str | Unset = UNSET
    cost: float | Unset = UNSET
    unserved_cost: float | Unset = UNSET
    alone: bool | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        code = self.code.value

        comment = self.comment

        vehicle_id = self.vehicle_id

        shift_id = self.shift_id

        date = self.date

        amount = self.amount

        dimension = self.dimension

        span: str | Unset = UNSET
        if not isinstance(self.span, Unset):
            span = self.span.value


        limit: str | Unset = UNSET
        if not isinstance(self.limit, Unset):
            limit = self.limit.value


        attribute = self.attribute

        relation = self.relation

        orders: list[str] | Unset = UNSET
        if not isinstance(self.orders, Unset):
            orders = self.orders



        visits: list[int] | Unset = UNSET
        if not isinstance(self.visits, Unset):
            visits = self.visits



        route_position: str | Unset = UNSET
        if not isinstance(self.route_position, Unset):
            route_position = self.route_position.value


        order_id = self.order_id

        stop_id = self.stop_id

        time: int | str | Unset
        if isinstance(self.time, Unset):
            time = UNSET
        else:
            time = self.time

        allowed_time: int | str | Unset
        if isinstance(self.allowed_time, Unset):
            allowed_time = UNSET
        else:
            allowed_time = self.allowed_time

        cost = self.cost

        unserved_cost = self.unserved_cost

        alone = self.alone


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "comment": comment,
        })
        if vehicle_id is not UNSET:
            field_dict["vehicle_id"] = vehicle_id
        if shift_id is not UNSET:
            field_dict["shift_id"] = shift_id
        if date is not UNSET:
            field_dict["date"] = date
        if amount is not UNSET:
            field_dict["amount"] = amount
        if dimension is not UNSET:
            field_dict["dimension"] = dimension
        if span is not UNSET:
            field_dict["span"] = span
        if limit is not UNSET:
            field_dict["limit"] = limit
        if attribute is not UNSET:
            field_dict["attribute"] = attribute
        if relation is not UNSET:
            field_dict["relation"] = relation
        if orders is not UNSET:
            field_dict["orders"] = orders
        if visits is not UNSET:
            field_dict["visits"] = visits
        if route_position is not UNSET:
            field_dict["route_position"] = route_position
        if order_id is not UNSET:
            field_dict["order_id"] = order_id
        if stop_id is not UNSET:
            field_dict["stop_id"] = stop_id
        if time is not UNSET:
            field_dict["time"] = time
        if allowed_time is not UNSET:
            field_dict["allowed_time"] = allowed_time
        if cost is not UNSET:
            field_dict["cost"] = cost
        if unserved_cost is not UNSET:
            field_dict["unserved_cost"] = unserved_cost
        if alone is not UNSET:
            field_dict["alone"] = alone

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = ReasonCode(d.pop("code"))




        comment = d.pop("comment")

        vehicle_id = d.pop("vehicle_id", UNSET)

        shift_id = d.pop("shift_id", UNSET)

        date = d.pop("date", UNSET)

        amount = d.pop("amount", UNSET)

        dimension = d.pop("dimension", UNSET)

        _span = d.pop("span", UNSET)
        span: ReasonSpan | Unset
        if isinstance(_span,  Unset):
            span = UNSET
        else:
            span = ReasonSpan(_span)




        _limit = d.pop("limit", UNSET)
        limit: LimitField | Unset
        if isinstance(_limit,  Unset):
            limit = UNSET
        else:
            limit = LimitField(_limit)




        attribute = d.pop("attribute", UNSET)

        relation = d.pop("relation", UNSET)

        orders = cast(list[str], d.pop("orders", UNSET))


        visits = cast(list[int], d.pop("visits", UNSET))


        _route_position = d.pop("route_position", UNSET)
        route_position: ReasonRoutePosition | Unset
        if isinstance(_route_position,  Unset):
            route_position = UNSET
        else:
            route_position = ReasonRoutePosition(_route_position)




        order_id = d.pop("order_id", UNSET)

        stop_id = d.pop("stop_id", UNSET)

        def _parse_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        time = _parse_time(d.pop("time", UNSET))


        def _parse_allowed_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        allowed_time = _parse_allowed_time(d.pop("allowed_time", UNSET))


        cost = d.pop("cost", UNSET)

        unserved_cost = d.pop("unserved_cost", UNSET)

        alone = d.pop("alone", UNSET)

        reason = cls(
            code=code,
            comment=comment,
            vehicle_id=vehicle_id,
            shift_id=shift_id,
            date=date,
            amount=amount,
            dimension=dimension,
            span=span,
            limit=limit,
            attribute=attribute,
            relation=relation,
            orders=orders,
            visits=visits,
            route_position=route_position,
            order_id=order_id,
            stop_id=stop_id,
            time=time,
            allowed_time=allowed_time,
            cost=cost,
            unserved_cost=unserved_cost,
            alone=alone,
        )


        reason.additional_properties = d
        return reason

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
