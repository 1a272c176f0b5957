from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.slots_response_travel_model import SlotsResponseTravelModel
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.slot import Slot
  from ..models.unavailable_slot import UnavailableSlot
  from ..models.warning import Warning_





T = TypeVar("T", bound="SlotsResponse")



@_attrs_define
class SlotsResponse:
    """ The time slots of an order.

        Attributes:
            order_id (str): The order that the slots are for.
            slots (list[Slot]): The feasible windows, cheapest first.
            unavailable (list[UnavailableSlot]): The infeasible windows, in chronological order.
            not_kept (list[str]): Orders of `plan` that cannot be served without breaking a rule. Slots were computed
                without them.
            travel_model (SlotsResponseTravelModel): The source of travel costs; `matrix`: the matrix of the request.
            warnings (list[Warning_]): Warnings about the request.
            attribution (str | Unset): The attribution of the road data; display it with the results.
            speeds_version (str | Unset): The version of the live speeds used; absent if there are none.
     """

    order_id: str
    slots: list[Slot]
    unavailable: list[UnavailableSlot]
    not_kept: list[str]
    travel_model: SlotsResponseTravelModel
    warnings: list[Warning_]
    attribution: str | Unset = UNSET
    speeds_version: str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.slot import Slot # noqa: PLC0415
        from ..models.unavailable_slot import UnavailableSlot # noqa: PLC0415
        from ..models.warning import Warning_ # noqa: PLC0415
        order_id = self.order_id

        slots = []
        for slots_item_data in self.slots:
            slots_item = slots_item_data.to_dict()
            slots.append(slots_item)



        unavailable = []
        for unavailable_item_data in self.unavailable:
            unavailable_item = unavailable_item_data.to_dict()
            unavailable.append(unavailable_item)



        not_kept = self.not_kept



        travel_model = self.travel_model.value

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)



        attribution = self.attribution

        speeds_version = self.speeds_version


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "order_id": order_id,
            "slots": slots,
            "unavailable": unavailable,
            "not_kept": not_kept,
            "travel_model": travel_model,
            "warnings": warnings,
        })
        if attribution is not UNSET:
            field_dict["attribution"] = attribution
        if speeds_version is not UNSET:
            field_dict["speeds_version"] = speeds_version

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.slot import Slot # noqa: PLC0415
        from ..models.unavailable_slot import UnavailableSlot # noqa: PLC0415
        from ..models.warning import Warning_ # noqa: PLC0415
        d = dict(src_dict)
        order_id = d.pop("order_id")

        slots = []
        _slots = d.pop("slots")
        for slots_item_data in (_slots):
            slots_item = Slot.from_dict(slots_item_data)



            slots.append(slots_item)


        unavailable = []
        _unavailable = d.pop("unavailable")
        for unavailable_item_data in (_unavailable):
            unavailable_item = UnavailableSlot.from_dict(unavailable_item_data)



            unavailable.append(unavailable_item)


        not_kept = cast(list[str], d.pop("not_kept"))


        travel_model = SlotsResponseTravelModel(d.pop("travel_model"))




        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in (_warnings):
            warnings_item = Warning_.from_dict(warnings_item_data)



            warnings.append(warnings_item)


        attribution = d.pop("attribution", UNSET)

        speeds_version = d.pop("speeds_version", UNSET)

        slots_response = cls(
            order_id=order_id,
            slots=slots,
            unavailable=unavailable,
            not_kept=not_kept,
            travel_model=travel_model,
            warnings=warnings,
            attribution=attribution,
            speeds_version=speeds_version,
        )


        slots_response.additional_properties = d
        return slots_response

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
