from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.routing_job_descriptor_job_status import RoutingJobDescriptorJobStatus






T = TypeVar("T", bound="RoutingJobDescriptor")



@_attrs_define
class RoutingJobDescriptor:
    """ A plan that runs as a job.

        Attributes:
            job_id (str): The job id, for the query parameter `jobid`.
            job_message (str): How to get the status.
            job_status (RoutingJobDescriptorJobStatus): The current status.
     """

    job_id: str
    job_message: str
    job_status: RoutingJobDescriptorJobStatus
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        job_id = self.job_id

        job_message = self.job_message

        job_status = self.job_status.value


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "JobId": job_id,
            "JobMessage": job_message,
            "JobStatus": job_status,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        job_id = d.pop("JobId")

        job_message = d.pop("JobMessage")

        job_status = RoutingJobDescriptorJobStatus(d.pop("JobStatus"))




        routing_job_descriptor = cls(
            job_id=job_id,
            job_message=job_message,
            job_status=job_status,
        )


        routing_job_descriptor.additional_properties = d
        return routing_job_descriptor

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
