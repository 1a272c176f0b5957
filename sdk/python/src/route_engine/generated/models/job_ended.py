from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.job_ended_type import JobEndedType
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.ended_job import EndedJob





T = TypeVar("T", bound="JobEnded")



@_attrs_define
class JobEnded:
    """ The message that a webhook receives.

        Attributes:
            type_ (JobEndedType): The event: how the job ended. `job.expired` means that the result was deleted before this
                message was delivered.
            timestamp (datetime.datetime): When the job ended, UTC.
            data (EndedJob): A job that has ended.
     """

    type_: JobEndedType
    timestamp: datetime.datetime
    data: EndedJob
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.ended_job import EndedJob # noqa: PLC0415
        type_ = self.type_.value

        timestamp = self.timestamp.isoformat()

        data = self.data.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "type": type_,
            "timestamp": timestamp,
            "data": data,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.ended_job import EndedJob # noqa: PLC0415
        d = dict(src_dict)
        type_ = JobEndedType(d.pop("type"))




        timestamp = datetime.datetime.fromisoformat(d.pop("timestamp"))




        data = EndedJob.from_dict(d.pop("data"))




        job_ended = cls(
            type_=type_,
            timestamp=timestamp,
            data=data,
        )


        job_ended.additional_properties = d
        return job_ended

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
