from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.limit_field import LimitField
from ..models.reason_code import ReasonCode
from ..models.violation_span import ViolationSpan
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Violation")



@_attrs_define
class Violation:
    """ A violation: a rule that a route breaks.

        Attributes:
            code (ReasonCode): The code of a reason or violation; see docs/reasons.md.
            amount (float | Unset): The excess over what is allowed, in seconds, meters, days or units of load.
            stop (int | Unset): The index in `stops`.
            dimension (str | Unset): Of a load.
            span (ViolationSpan | Unset): The span of a limit on several shifts. Absent for a limit on one shift.
            limit (LimitField | Unset): The field of `driving_rules`, or of the `visits` of the order, that is not kept.
            relation (int | Unset): The index in `relations` of the request.
            orders (list[str] | Unset): The orders whose visits violate the rule. A violation of two routes is listed once,
                on the later route.
     """

    code: ReasonCode
    amount: float | Unset = UNSET
    stop: int | Unset = UNSET
    dimension: str | Unset = UNSET
    span: ViolationSpan | Unset = UNSET
    limit: LimitField | Unset = UNSET
    relation: int | Unset = UNSET
    orders: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        code = self.code.value

        amount = self.amount

        stop = self.stop

        dimension = self.dimension

        span: str | Unset = UNSET
        if not isinstance(self.span, Unset):
            span = self.span.value


        limit: str | Unset = UNSET
        if not isinstance(self.limit, Unset):
            limit = self.limit.value


        relation = self.relation

        orders: list[str] | Unset = UNSET
        if not isinstance(self.orders, Unset):
            orders = self.orders




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
        })
        if amount is not UNSET:
            field_dict["amount"] = amount
        if stop is not UNSET:
            field_dict["stop"] = stop
        if dimension is not UNSET:
            field_dict["dimension"] = dimension
        if span is not UNSET:
            field_dict["span"] = span
        if limit is not UNSET:
            field_dict["limit"] = limit
        if relation is not UNSET:
            field_dict["relation"] = relation
        if orders is not UNSET:
            field_dict["orders"] = orders

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = ReasonCode(d.pop("code"))




        amount = d.pop("amount", UNSET)

        stop = d.pop("stop", UNSET)

        dimension = d.pop("dimension", UNSET)

        _span = d.pop("span", UNSET)
        span: ViolationSpan | Unset
        if isinstance(_span,  Unset):
            span = UNSET
        else:
            span = ViolationSpan(_span)




        _limit = d.pop("limit", UNSET)
        limit: LimitField | Unset
        if isinstance(_limit,  Unset):
            limit = UNSET
        else:
            limit = LimitField(_limit)




        relation = d.pop("relation", UNSET)

        orders = cast(list[str], d.pop("orders", UNSET))


        violation = cls(
            code=code,
            amount=amount,
            stop=stop,
            dimension=dimension,
            span=span,
            limit=limit,
            relation=relation,
            orders=orders,
        )


        violation.additional_properties = d
        return violation

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
