from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="LiveSpeedsState")



@_attrs_define
class LiveSpeedsState:
    """ The state of the live speeds.

        Attributes:
            speeds_version (str): The version of the live speeds used; absent if there are none.
            in_force (bool): Whether this process already applies the rules; the others do so within 2 s.
            changed_at (datetime.datetime | None): When the rules were set, UTC; `null`: never.
            rule_count (int): The number of rules that have not expired.
     """

    speeds_version: str
    in_force: bool
    changed_at: datetime.datetime | None
    rule_count: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        speeds_version = self.speeds_version

        in_force = self.in_force

        changed_at: None | str
        if isinstance(self.changed_at, datetime.datetime):
            changed_at = self.changed_at.isoformat()
        else:
            changed_at = self.changed_at

        rule_count = self.rule_count


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "speeds_version": speeds_version,
            "in_force": in_force,
            "changed_at": changed_at,
            "rule_count": rule_count,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        speeds_version = d.pop("speeds_version")

        in_force = d.pop("in_force")

        def _parse_changed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                changed_at_type_0 = datetime.datetime.fromisoformat(data)



                return changed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        changed_at = _parse_changed_at(d.pop("changed_at"))


        rule_count = d.pop("rule_count")

        live_speeds_state = cls(
            speeds_version=speeds_version,
            in_force=in_force,
            changed_at=changed_at,
            rule_count=rule_count,
        )


        live_speeds_state.additional_properties = d
        return live_speeds_state

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
