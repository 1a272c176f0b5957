from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.matrix_response_travel_costs_additional_property import MatrixResponseTravelCostsAdditionalProperty





T = TypeVar("T", bound="MatrixResponseTravelCosts")



@_attrs_define
class MatrixResponseTravelCosts:
    """ Costs as `travel_costs[source][destination] = [meters, seconds in window 0, seconds in window 1, …]`. Pairs that
    were not requested are left out.

     """

    additional_properties: dict[str, MatrixResponseTravelCostsAdditionalProperty] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.matrix_response_travel_costs_additional_property import MatrixResponseTravelCostsAdditionalProperty # noqa: PLC0415
        
        field_dict: dict[str, Any] = {}
        for prop_name, prop in self.additional_properties.items():
            field_dict[prop_name] = prop.to_dict()


        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.matrix_response_travel_costs_additional_property import MatrixResponseTravelCostsAdditionalProperty # noqa: PLC0415
        d = dict(src_dict)
        matrix_response_travel_costs = cls(
        )


        additional_properties = {}
        for prop_name, prop_dict in d.items():
            additional_property = MatrixResponseTravelCostsAdditionalProperty.from_dict(prop_dict)



            additional_properties[prop_name] = additional_property

        matrix_response_travel_costs.additional_properties = additional_properties
        return matrix_response_travel_costs

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> MatrixResponseTravelCostsAdditionalProperty:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: MatrixResponseTravelCostsAdditionalProperty) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
