from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.job_entry_kind import JobEntryKind
from ..models.job_state import JobState
from typing import cast
import datetime






T = TypeVar("T", bound="JobEntry")



@_attrs_define
class JobEntry:
    """ A job in the list.

        Attributes:
            jobid (str): The job id, for the query parameter `jobid`.
            kind (JobEntryKind): The kind of job.
            status (JobState): `Running` from the moment it is accepted, while it waits as well; `Expired` 24 hours after
                its end, whichever that was.
            progress (float): The share of the work that is done, from 0 to 1.
            credits_ (int): The credits that the job cost; 0 after a refund.
            created_time (datetime.datetime): When the job was accepted, UTC.
            ended_time (datetime.datetime | None): UTC. `null`: it has not ended.
            expires_time (datetime.datetime | None): Until when its result is kept, UTC. `null`: it has not ended.
     """

    jobid: str
    kind: JobEntryKind
    status: JobState
    progress: float
    credits_: int
    created_time: datetime.datetime
    ended_time: datetime.datetime | None
    expires_time: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        jobid = self.jobid

        kind = self.kind.value

        status = self.status.value

        progress = self.progress

        credits_ = self.credits_

        created_time = self.created_time.isoformat()

        ended_time: None | str
        if isinstance(self.ended_time, datetime.datetime):
            ended_time = self.ended_time.isoformat()
        else:
            ended_time = self.ended_time

        expires_time: None | str
        if isinstance(self.expires_time, datetime.datetime):
            expires_time = self.expires_time.isoformat()
        else:
            expires_time = self.expires_time


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "jobid": jobid,
            "kind": kind,
            "status": status,
            "progress": progress,
            "credits": credits_,
            "created_time": created_time,
            "ended_time": ended_time,
            "expires_time": expires_time,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        jobid = d.pop("jobid")

        kind = JobEntryKind(d.pop("kind"))




        status = JobState(d.pop("status"))




        progress = d.pop("progress")

        credits_ = d.pop("credits")

        created_time = datetime.datetime.fromisoformat(d.pop("created_time"))




        def _parse_ended_time(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_time_type_0 = datetime.datetime.fromisoformat(data)



                return ended_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_time = _parse_ended_time(d.pop("ended_time"))


        def _parse_expires_time(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_time_type_0 = datetime.datetime.fromisoformat(data)



                return expires_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_time = _parse_expires_time(d.pop("expires_time"))


        job_entry = cls(
            jobid=jobid,
            kind=kind,
            status=status,
            progress=progress,
            credits_=credits_,
            created_time=created_time,
            ended_time=ended_time,
            expires_time=expires_time,
        )


        job_entry.additional_properties = d
        return job_entry

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
