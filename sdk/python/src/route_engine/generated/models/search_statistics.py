from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="SearchStatistics")



@_attrs_define
class SearchStatistics:
    """ Statistics of the search.

        Attributes:
            iterations (int): The number of iterations of the search.
            duration (float): The duration of the search.
            improvements (list[list[float]]): The time and cost of each improvement.
     """

    iterations: int
    duration: float
    improvements: list[list[float]]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        iterations = self.iterations

        duration = self.duration

        improvements = []
        for improvements_item_data in self.improvements:
            improvements_item = improvements_item_data


            improvements.append(improvements_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "iterations": iterations,
            "duration": duration,
            "improvements": improvements,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        iterations = d.pop("iterations")

        duration = d.pop("duration")

        improvements = []
        _improvements = d.pop("improvements")
        for improvements_item_data in (_improvements):
            improvements_item = cast(list[float], improvements_item_data)

            improvements.append(improvements_item)


        search_statistics = cls(
            iterations=iterations,
            duration=duration,
            improvements=improvements,
        )


        search_statistics.additional_properties = d
        return search_statistics

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
