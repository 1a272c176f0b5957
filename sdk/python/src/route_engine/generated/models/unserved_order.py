from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.reason import Reason
  from ..models.unserved_order_metadata import UnservedOrderMetadata





T = TypeVar("T", bound="UnservedOrder")



@_attrs_define
class UnservedOrder:
    """ An unserved order, with reasons.

        Attributes:
            order_id (str): The unserved order.
            cost (float): The cost of all its unserved visits.
            reasons (list[Reason]): The reasons why it is unserved.
            metadata (UnservedOrderMetadata | Unset): The `metadata` of the order in the request.
            visits (list[int] | Unset): The unserved visits of a periodic order.
            suggestion (Reason | Unset): A reason why the order is unserved, verified by trying.
     """

    order_id: str
    cost: float
    reasons: list[Reason]
    metadata: UnservedOrderMetadata | Unset = UNSET
    visits: list[int] | Unset = UNSET
    suggestion: Reason | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.reason import Reason # noqa: PLC0415
        from ..models.unserved_order_metadata import UnservedOrderMetadata # noqa: PLC0415
        order_id = self.order_id

        cost = self.cost

        reasons = []
        for reasons_item_data in self.reasons:
            reasons_item = reasons_item_data.to_dict()
            reasons.append(reasons_item)



        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        visits: list[int] | Unset = UNSET
        if not isinstance(self.visits, Unset):
            visits = self.visits



        suggestion: dict[str, Any] | Unset = UNSET
        if not isinstance(self.suggestion, Unset):
            suggestion = self.suggestion.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "order_id": order_id,
            "cost": cost,
            "reasons": reasons,
        })
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if visits is not UNSET:
            field_dict["visits"] = visits
        if suggestion is not UNSET:
            field_dict["suggestion"] = suggestion

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.reason import Reason # noqa: PLC0415
        from ..models.unserved_order_metadata import UnservedOrderMetadata # noqa: PLC0415
        d = dict(src_dict)
        order_id = d.pop("order_id")

        cost = d.pop("cost")

        reasons = []
        _reasons = d.pop("reasons")
        for reasons_item_data in (_reasons):
            reasons_item = Reason.from_dict(reasons_item_data)



            reasons.append(reasons_item)


        _metadata = d.pop("metadata", UNSET)
        metadata: UnservedOrderMetadata | Unset
        if isinstance(_metadata,  Unset):
            metadata = UNSET
        else:
            metadata = UnservedOrderMetadata.from_dict(_metadata)




        visits = cast(list[int], d.pop("visits", UNSET))


        _suggestion = d.pop("suggestion", UNSET)
        suggestion: Reason | Unset
        if isinstance(_suggestion,  Unset):
            suggestion = UNSET
        else:
            suggestion = Reason.from_dict(_suggestion)




        unserved_order = cls(
            order_id=order_id,
            cost=cost,
            reasons=reasons,
            metadata=metadata,
            visits=visits,
            suggestion=suggestion,
        )


        unserved_order.additional_properties = d
        return unserved_order

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
