from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="AccountLimits")



@_attrs_define
class AccountLimits:
    """ The endpoints and limits that apply to the account.

        Attributes:
            requests_per_minute (int): The most requests per minute.
            credits_per_day (int | None): The most credits that can be spent in a day (UTC); `null`: no daily limit.
     """

    requests_per_minute: int
    credits_per_day: int | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        requests_per_minute = self.requests_per_minute

        credits_per_day: int | None
        credits_per_day = self.credits_per_day


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "requests_per_minute": requests_per_minute,
            "credits_per_day": credits_per_day,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        requests_per_minute = d.pop("requests_per_minute")

        def _parse_credits_per_day(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        credits_per_day = _parse_credits_per_day(d.pop("credits_per_day"))


        account_limits = cls(
            requests_per_minute=requests_per_minute,
            credits_per_day=credits_per_day,
        )


        account_limits.additional_properties = d
        return account_limits

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
