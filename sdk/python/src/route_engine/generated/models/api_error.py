from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.error_code import ErrorCode
from typing import cast

if TYPE_CHECKING:
  from ..models.problem import Problem





T = TypeVar("T", bound="ApiError")



@_attrs_define
class ApiError:
    """ An error: why a request was refused, or why a job failed.

        Attributes:
            code (ErrorCode): The error code; see docs/errors.md.
            message (str): The error as a sentence.
            comment (str): Details about this request.
            status (int): The HTTP status of the response.
            request_id (str): The request id, also in the header `x-request-id`.
            errors (list[Problem]): Every problem of the request, at most 100.
     """

    code: ErrorCode
    message: str
    comment: str
    status: int
    request_id: str
    errors: list[Problem]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.problem import Problem # noqa: PLC0415
        code = self.code.value

        message = self.message

        comment = self.comment

        status = self.status

        request_id = self.request_id

        errors = []
        for errors_item_data in self.errors:
            errors_item = errors_item_data.to_dict()
            errors.append(errors_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "code": code,
            "message": message,
            "comment": comment,
            "status": status,
            "request_id": request_id,
            "errors": errors,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.problem import Problem # noqa: PLC0415
        d = dict(src_dict)
        code = ErrorCode(d.pop("code"))




        message = d.pop("message")

        comment = d.pop("comment")

        status = d.pop("status")

        request_id = d.pop("request_id")

        errors = []
        _errors = d.pop("errors")
        for errors_item_data in (_errors):
            errors_item = Problem.from_dict(errors_item_data)



            errors.append(errors_item)


        api_error = cls(
            code=code,
            message=message,
            comment=comment,
            status=status,
            request_id=request_id,
            errors=errors,
        )


        api_error.additional_properties = d
        return api_error

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
