from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.warning_code import WarningCode






T = TypeVar("T", bound="Warning_")



@_attrs_define
class Warning_:
    """ A warning about a request that was accepted.

        Attributes:
            code (WarningCode): The code of the warning; see docs/errors.md.
            pointer (str): The JSON pointer (RFC 6901) of the field in the request.
            comment (str): The warning as a sentence about this request.
     """

    code: WarningCode
    pointer: str
    comment: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        code = self.code.value

        pointer = self.pointer

        comment = self.comment


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "pointer": pointer,
            "comment": comment,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = WarningCode(d.pop("code"))




        pointer = d.pop("pointer")

        comment = d.pop("comment")

        warning = cls(
            code=code,
            pointer=pointer,
            comment=comment,
        )


        warning.additional_properties = d
        return warning

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
