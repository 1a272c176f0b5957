from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.ended_job_kind import EndedJobKind
from ..models.ended_job_status import EndedJobStatus
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.api_error import ApiError





T = TypeVar("T", bound="EndedJob")



@_attrs_define
class EndedJob:
    """ A job that has ended.

        Attributes:
            jobid (str): The job id, for the query parameter `jobid`.
            kind (EndedJobKind): The kind of job.
            status (EndedJobStatus): The final status of the job.
            url (str | Unset): The link to the result of a completed job, until it expires. The link needs no API key:
                anyone who has it can download the result.
            error (ApiError | Unset): An error: why a request was refused, or why a job failed.
     """

    jobid: str
    kind: EndedJobKind
    status: EndedJobStatus
    url: str | Unset = UNSET
    error: ApiError | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.api_error import ApiError # noqa: PLC0415
        jobid = self.jobid

        kind = self.kind.value

        status = self.status.value

        url = self.url

        error: dict[str, Any] | Unset = UNSET
        if not isinstance(self.error, Unset):
            error = self.error.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "jobid": jobid,
            "kind": kind,
            "status": status,
        })
        if url is not UNSET:
            field_dict["url"] = url
        if error is not UNSET:
            field_dict["error"] = error

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.api_error import ApiError # noqa: PLC0415
        d = dict(src_dict)
        jobid = d.pop("jobid")

        kind = EndedJobKind(d.pop("kind"))




        status = EndedJobStatus(d.pop("status"))




        url = d.pop("url", UNSET)

        _error = d.pop("error", UNSET)
        error: ApiError | Unset
        if isinstance(_error,  Unset):
            error = UNSET
        else:
            error = ApiError.from_dict(_error)




        ended_job = cls(
            jobid=jobid,
            kind=kind,
            status=status,
            url=url,
            error=error,
        )


        ended_job.additional_properties = d
        return ended_job

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
