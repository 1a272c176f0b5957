from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="UsageEntry")



@_attrs_define
class UsageEntry:
    """ The usage in one day, of one endpoint or by one key.

        Attributes:
            group (str): The day, the endpoint or the key id.
            requests (int): The number of requests.
            credits_ (int): The credits that they cost.
     """

    group: str
    requests: int
    credits_: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        group = self.group

        requests = self.requests

        credits_ = self.credits_


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "group": group,
            "requests": requests,
            "credits": credits_,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        group = d.pop("group")

        requests = d.pop("requests")

        credits_ = d.pop("credits")

        usage_entry = cls(
            group=group,
            requests=requests,
            credits_=credits_,
        )


        usage_entry.additional_properties = d
        return usage_entry

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
