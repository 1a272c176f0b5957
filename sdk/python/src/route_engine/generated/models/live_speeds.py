from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.live_speed_rule import LiveSpeedRule





T = TypeVar("T", bound="LiveSpeeds")



@_attrs_define
class LiveSpeeds:
    """ The state of the live speeds, with their rules.

        Attributes:
            speeds_version (str): The version of the live speeds used; absent if there are none.
            in_force (bool): Whether this process already applies the rules; the others do so within 2 s.
            changed_at (datetime.datetime | None): When the rules were set, UTC; `null`: never.
            rule_count (int): The number of rules that have not expired.
            rules (list[LiveSpeedRule]): The rules that have not expired.
     """

    speeds_version: str
    in_force: bool
    changed_at: datetime.datetime | None
    rule_count: int
    rules: list[LiveSpeedRule]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.live_speed_rule import LiveSpeedRule # noqa: PLC0415
        speeds_version = self.speeds_version

        in_force = self.in_force

        changed_at: None | str
        if isinstance(self.changed_at, datetime.datetime):
            changed_at = self.changed_at.isoformat()
        else:
            changed_at = self.changed_at

        rule_count = self.rule_count

        rules = []
        for rules_item_data in self.rules:
            rules_item = rules_item_data.to_dict()
            rules.append(rules_item)




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "speeds_version": speeds_version,
            "in_force": in_force,
            "changed_at": changed_at,
            "rule_count": rule_count,
            "rules": rules,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.live_speed_rule import LiveSpeedRule # noqa: PLC0415
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

        rules = []
        _rules = d.pop("rules")
        for rules_item_data in (_rules):
            rules_item = LiveSpeedRule.from_dict(rules_item_data)



            rules.append(rules_item)


        live_speeds = cls(
            speeds_version=speeds_version,
            in_force=in_force,
            changed_at=changed_at,
            rule_count=rule_count,
            rules=rules,
        )


        live_speeds.additional_properties = d
        return live_speeds

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
