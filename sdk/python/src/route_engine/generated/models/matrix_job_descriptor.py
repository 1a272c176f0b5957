from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.matrix_job_descriptor_status import MatrixJobDescriptorStatus






T = TypeVar("T", bound="MatrixJobDescriptor")



@_attrs_define
class MatrixJobDescriptor:
    """ A matrix that runs as a job.

        Attributes:
            jobid (str): The job id, for the query parameter `jobid`.
            message (str): How to get the status.
            status (MatrixJobDescriptorStatus): The current status.
     """

    jobid: str
    message: str
    status: MatrixJobDescriptorStatus
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        jobid = self.jobid

        message = self.message

        status = self.status.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "jobid": jobid,
            "message": message,
            "status": status,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        jobid = d.pop("jobid")

        message = d.pop("message")

        status = MatrixJobDescriptorStatus(d.pop("status"))




        matrix_job_descriptor = cls(
            jobid=jobid,
            message=message,
            status=status,
        )


        matrix_job_descriptor.additional_properties = d
        return matrix_job_descriptor

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
