from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.problem_code import ProblemCode






T = TypeVar("T", bound="Problem")



@_attrs_define
class Problem:
    """ A problem of the request.

        Attributes:
            pointer (str): The JSON pointer (RFC 6901) of the field in the request.
            code (ProblemCode): The code of the problem; see docs/errors.md.
            comment (str): How to correct it.
     """

    pointer: str
    code: ProblemCode
    comment: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        pointer = self.pointer

        code = self.code.value

        comment = self.comment


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "pointer": pointer,
            "code": code,
            "comment": comment,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        pointer = d.pop("pointer")

        code = ProblemCode(d.pop("code"))




        comment = d.pop("comment")

        problem = cls(
            pointer=pointer,
            code=code,
            comment=comment,
        )


        problem.additional_properties = d
        return problem

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
