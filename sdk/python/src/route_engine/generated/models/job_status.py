from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.job_state import JobState
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.api_error import ApiError
  from ..models.best_plan import BestPlan
  from ..models.webhook_course import WebhookCourse





T = TypeVar("T", bound="JobStatus")



@_attrs_define
class JobStatus:
    """ The status of a job.

        Attributes:
            status (JobState): `Running` from the moment it is accepted, while it waits as well; `Expired` 24 hours after
                its end, whichever that was.
            url (str | Unset): The link to the result of a completed job, until it expires. The link needs no API key:
                anyone who has it can download the result.
            error (ApiError | Unset): An error: why a request was refused, or why a job failed.
            progress (float | Unset): With `details=true`: the share of the work that is done, from 0 to 1.
            elapsed (float | Unset): With `details=true`: the time since the job was accepted, until now or its end.
            queue_position (int | Unset): With `details=true`: the place in the queue, from 1; 0 if the job is running or
                has ended.
            best (BestPlan | None | Unset): With `details=true`: the totals of the best plan so far; `null` before the first
                plan, and for a matrix.
            credits_ (int | Unset): With `details=true`: the credits that the job cost; 0 after a refund.
            expires_time (datetime.datetime | None | Unset): With `details=true`: the time until which the result is kept,
                UTC; `null` until the job has ended.
            webhook (WebhookCourse | Unset): The delivery of the webhook of a job.
     """

    status: JobState
    url: str | Unset = UNSET
    error: ApiError | Unset = UNSET
    progress: float | Unset = UNSET
    elapsed: float | Unset = UNSET
    queue_position: int | Unset = UNSET
    best: BestPlan | None | Unset = UNSET
    credits_: int | Unset = UNSET
    expires_time: datetime.datetime | None | Unset = UNSET
    webhook: WebhookCourse | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.api_error import ApiError # noqa: PLC0415
        from ..models.best_plan import BestPlan # noqa: PLC0415
        from ..models.webhook_course import WebhookCourse # noqa: PLC0415
        status = self.status.value

        url = self.url

        error: dict[str, Any] | Unset = UNSET
        if not isinstance(self.error, Unset):
            error = self.error.to_dict()

        progress = self.progress

        elapsed = self.elapsed

        queue_position = self.queue_position

        best: dict[str, Any] | None | Unset
        if isinstance(self.best, Unset):
            best = UNSET
        elif isinstance(self.best, BestPlan):
            best = self.best.to_dict()
        else:
            best = self.best

        credits_ = self.credits_

        expires_time: None | str | Unset
        if isinstance(self.expires_time, Unset):
            expires_time = UNSET
        elif isinstance(self.expires_time, datetime.datetime):
            expires_time = self.expires_time.isoformat()
        else:
            expires_time = self.expires_time

        webhook: dict[str, Any] | Unset = UNSET
        if not isinstance(self.webhook, Unset):
            webhook = self.webhook.to_dict()


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
        })
        if url is not UNSET:
            field_dict["url"] = url
        if error is not UNSET:
            field_dict["error"] = error
        if progress is not UNSET:
            field_dict["progress"] = progress
        if elapsed is not UNSET:
            field_dict["elapsed"] = elapsed
        if queue_position is not UNSET:
            field_dict["queue_position"] = queue_position
        if best is not UNSET:
            field_dict["best"] = best
        if credits_ is not UNSET:
            field_dict["credits"] = credits_
        if expires_time is not UNSET:
            field_dict["expires_time"] = expires_time
        if webhook is not UNSET:
            field_dict["webhook"] = webhook

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.api_error import ApiError # noqa: PLC0415
        from ..models.best_plan import BestPlan # noqa: PLC0415
        from ..models.webhook_course import WebhookCourse # noqa: PLC0415
        d = dict(src_dict)
        status = JobState(d.pop("status"))




        url = d.pop("url", UNSET)

        _error = d.pop("error", UNSET)
        error: ApiError | Unset
        if isinstance(_error,  Unset):
            error = UNSET
        else:
            error = ApiError.from_dict(_error)




        progress = d.pop("progress", UNSET)

        elapsed = d.pop("elapsed", UNSET)

        queue_position = d.pop("queue_position", UNSET)

        def _parse_best(data: object) -> BestPlan | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                best_type_0 = BestPlan.from_dict(data)



                return best_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BestPlan | None | Unset, data)

        best = _parse_best(d.pop("best", UNSET))


        credits_ = d.pop("credits", UNSET)

        def _parse_expires_time(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_time_type_0 = datetime.datetime.fromisoformat(data)



                return expires_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        expires_time = _parse_expires_time(d.pop("expires_time", UNSET))


        _webhook = d.pop("webhook", UNSET)
        webhook: WebhookCourse | Unset
        if isinstance(_webhook,  Unset):
            webhook = UNSET
        else:
            webhook = WebhookCourse.from_dict(_webhook)




        job_status = cls(
            status=status,
            url=url,
            error=error,
            progress=progress,
            elapsed=elapsed,
            queue_position=queue_position,
            best=best,
            credits_=credits_,
            expires_time=expires_time,
            webhook=webhook,
        )


        job_status.additional_properties = d
        return job_status

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
