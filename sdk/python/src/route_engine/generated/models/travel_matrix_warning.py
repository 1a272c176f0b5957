from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="TravelMatrixWarning")



@_attrs_define
class TravelMatrixWarning:
    """ A warning of the matrix response.

        Attributes:
            code (str): Ignored.
            pointer (str): Ignored.
            comment (str): Ignored.
     """

    code: str
    pointer: str
    comment: str





    def to_dict(self) -> dict[str, Any]:
        code = self.code

        pointer = self.pointer

        comment = self.comment


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "code": code,
            "pointer": pointer,
            "comment": comment,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code")

        pointer = d.pop("pointer")

        comment = d.pop("comment")

        travel_matrix_warning = cls(
            code=code,
            pointer=pointer,
            comment=comment,
        )

        return travel_matrix_warning

