from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.usage_report_group_by import UsageReportGroupBy
from typing import cast

if TYPE_CHECKING:
  from ..models.usage_entry import UsageEntry





T = TypeVar("T", bound="UsageReport")



@_attrs_define
class UsageReport:
    """ The usage of an account.

        Attributes:
            group_by (UsageReportGroupBy): How requests are grouped.
            usage (list[UsageEntry]): One entry for each group with at least one request.
     """

    group_by: UsageReportGroupBy
    usage: list[UsageEntry]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.usage_entry import UsageEntry # noqa: PLC0415
        group_by = self.group_by.value

        usage = []
        for usage_item_data in self.usage:
            usage_item = usage_item_data.to_dict()
            usage.append(usage_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "group_by": group_by,
            "usage": usage,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.usage_entry import UsageEntry # noqa: PLC0415
        d = dict(src_dict)
        group_by = UsageReportGroupBy(d.pop("group_by"))




        usage = []
        _usage = d.pop("usage")
        for usage_item_data in (_usage):
            usage_item = UsageEntry.from_dict(usage_item_data)



            usage.append(usage_item)


        usage_report = cls(
            group_by=group_by,
            usage=usage,
        )


        usage_report.additional_properties = d
        return usage_report

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
