from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.time_window import TimeWindow





T = TypeVar("T", bound="SlotsQuestion")



@_attrs_define
class SlotsQuestion:
    """ The order and windows to find time slots for.

        Attributes:
            order_id (str): The order to find time slots for: one of `orders` that is not in `plan`.
            windows (list[TimeWindow]): The windows to consider. A recurring window counts once for each day of the planning
                period on which it opens; at most 500 in total.
            stop_id (str | Unset): The stop that the windows apply to. Required if the order has several stops.
     """

    order_id: str
    windows: list[TimeWindow]
    stop_id: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.time_window import TimeWindow # noqa: PLC0415
        order_id = self.order_id

        windows = []
        for windows_item_data in self.windows:
            windows_item = windows_item_data.to_dict()
            windows.append(windows_item)



        stop_id = self.stop_id


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "order_id": order_id,
            "windows": windows,
        })
        if stop_id is not UNSET:
            field_dict["stop_id"] = stop_id

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.time_window import TimeWindow # noqa: PLC0415
        d = dict(src_dict)
        order_id = d.pop("order_id")

        windows = []
        _windows = d.pop("windows")
        for windows_item_data in (_windows):
            windows_item = TimeWindow.from_dict(windows_item_data)



            windows.append(windows_item)


        stop_id = d.pop("stop_id", UNSET)

        slots_question = cls(
            order_id=order_id,
            windows=windows,
            stop_id=stop_id,
        )

        return slots_question

