from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.polygon import Polygon





T = TypeVar("T", bound="Territory")



@_attrs_define
class Territory:
    """ An area that the vehicle should stay in.

        Attributes:
            area (Polygon): A GeoJSON polygon.
            outside_cost (float): The cost of each visit that the vehicle makes to an order with a place outside the area.
                Of alternative locations, only the first counts.
     """

    area: Polygon
    outside_cost: float





    def to_dict(self) -> dict[str, Any]:
        from ..models.polygon import Polygon # noqa: PLC0415
        area = self.area.to_dict()

        outside_cost = self.outside_cost


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "area": area,
            "outside_cost": outside_cost,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.polygon import Polygon # noqa: PLC0415
        d = dict(src_dict)
        area = Polygon.from_dict(d.pop("area"))




        outside_cost = d.pop("outside_cost")

        territory = cls(
            area=area,
            outside_cost=outside_cost,
        )

        return territory

