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





T = TypeVar("T", bound="LiveSpeedsRequest")



@_attrs_define
class LiveSpeedsRequest:
    """ Live speeds: the current speeds of roads.

        Attributes:
            expires_at (datetime.datetime): When the rules expire: ISO 8601 with offset.
            rules (list[LiveSpeedRule]): The rules, in the order in which they are applied. They replace all earlier rules.
     """

    expires_at: datetime.datetime
    rules: list[LiveSpeedRule]





    def to_dict(self) -> dict[str, Any]:
        from ..models.live_speed_rule import LiveSpeedRule # noqa: PLC0415
        expires_at = self.expires_at.isoformat()

        rules = []
        for rules_item_data in self.rules:
            rules_item = rules_item_data.to_dict()
            rules.append(rules_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "expires_at": expires_at,
            "rules": rules,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.live_speed_rule import LiveSpeedRule # noqa: PLC0415
        d = dict(src_dict)
        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))




        rules = []
        _rules = d.pop("rules")
        for rules_item_data in (_rules):
            rules_item = LiveSpeedRule.from_dict(rules_item_data)



            rules.append(rules_item)


        live_speeds_request = cls(
            expires_at=expires_at,
            rules=rules,
        )

        return live_speeds_request

