from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.webhook_course_status import WebhookCourseStatus
from typing import cast
import datetime






T = TypeVar("T", bound="WebhookCourse")



@_attrs_define
class WebhookCourse:
    """ The delivery of the webhook of a job.

        Attributes:
            status (WebhookCourseStatus): `waiting`: for the end of the job, or for the first attempt.
            attempts (int): The number of attempts so far, at most nine.
            last_attempt_time (datetime.datetime | None): UTC.
            next_attempt_time (datetime.datetime | None): UTC. `null`: none is due.
            reason (None | str): Why the last attempt failed.
     """

    status: WebhookCourseStatus
    attempts: int
    last_attempt_time: datetime.datetime | None
    next_attempt_time: datetime.datetime | None
    reason: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        attempts = self.attempts

        last_attempt_time: None | str
        if isinstance(self.last_attempt_time, datetime.datetime):
            last_attempt_time = self.last_attempt_time.isoformat()
        else:
            last_attempt_time = self.last_attempt_time

        next_attempt_time: None | str
        if isinstance(self.next_attempt_time, datetime.datetime):
            next_attempt_time = self.next_attempt_time.isoformat()
        else:
            next_attempt_time = self.next_attempt_time

        reason: None | str
        reason = self.reason


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
            "attempts": attempts,
            "last_attempt_time": last_attempt_time,
            "next_attempt_time": next_attempt_time,
            "reason": reason,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = WebhookCourseStatus(d.pop("status"))




        attempts = d.pop("attempts")

        def _parse_last_attempt_time(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_attempt_time_type_0 = datetime.datetime.fromisoformat(data)



                return last_attempt_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_attempt_time = _parse_last_attempt_time(d.pop("last_attempt_time"))


        def _parse_next_attempt_time(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                next_attempt_time_type_0 = datetime.datetime.fromisoformat(data)



                return next_attempt_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        next_attempt_time = _parse_next_attempt_time(d.pop("next_attempt_time"))


        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))


        webhook_course = cls(
            status=status,
            attempts=attempts,
            last_attempt_time=last_attempt_time,
            next_attempt_time=next_attempt_time,
            reason=reason,
        )


        webhook_course.additional_properties = d
        return webhook_course

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
