from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.account_limits import AccountLimits





T = TypeVar("T", bound="Account")



@_attrs_define
class Account:
    """ The credits and limits of an account.

        Attributes:
            account_id (str): The id of the account. Quote it when you contact the operator.
            name (str): The name that the operator gave it.
            credits_ (int): The credits left.
            limits (AccountLimits): The endpoints and limits that apply to the account.
     """

    account_id: str
    name: str
    credits_: int
    limits: AccountLimits
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.account_limits import AccountLimits # noqa: PLC0415
        account_id = self.account_id

        name = self.name

        credits_ = self.credits_

        limits = self.limits.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "account_id": account_id,
            "name": name,
            "credits": credits_,
            "limits": limits,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_limits import AccountLimits # noqa: PLC0415
        d = dict(src_dict)
        account_id = d.pop("account_id")

        name = d.pop("name")

        credits_ = d.pop("credits")

        limits = AccountLimits.from_dict(d.pop("limits"))




        account = cls(
            account_id=account_id,
            name=name,
            credits_=credits_,
            limits=limits,
        )


        account.additional_properties = d
        return account

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
