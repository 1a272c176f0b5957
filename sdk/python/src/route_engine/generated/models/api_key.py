from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="ApiKey")



@_attrs_define
class ApiKey:
    """ Information about a key, without the key itself.

        Attributes:
            key_id (str): The key id, as in the usage by key.
            label (str): The name that the operator gave it.
            current (bool): Whether this request was made with the key.
            created_time (datetime.datetime): When the key was created, UTC.
            expires_time (datetime.datetime | None): Until when it is let in, UTC. `null`: for good.
            revoked_time (datetime.datetime | None): When it was revoked, UTC. `null`: it was not.
     """

    key_id: str
    label: str
    current: bool
    created_time: datetime.datetime
    expires_time: datetime.datetime | None
    revoked_time: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        key_id = self.key_id

        label = self.label

        current = self.current

        created_time = self.created_time.isoformat()

        expires_time: None | str
        if isinstance(self.expires_time, datetime.datetime):
            expires_time = self.expires_time.isoformat()
        else:
            expires_time = self.expires_time

        revoked_time: None | str
        if isinstance(self.revoked_time, datetime.datetime):
            revoked_time = self.revoked_time.isoformat()
        else:
            revoked_time = self.revoked_time


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "key_id": key_id,
            "label": label,
            "current": current,
            "created_time": created_time,
            "expires_time": expires_time,
            "revoked_time": revoked_time,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        key_id = d.pop("key_id")

        label = d.pop("label")

        current = d.pop("current")

        created_time = datetime.datetime.fromisoformat(d.pop("created_time"))




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


        def _parse_revoked_time(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                revoked_time_type_0 = datetime.datetime.fromisoformat(data)



                return revoked_time_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        revoked_time = _parse_revoked_time(d.pop("revoked_time"))


        api_key = cls(
            key_id=key_id,
            label=label,
            current=current,
            created_time=created_time,
            expires_time=expires_time,
            revoked_time=revoked_time,
        )


        api_key.additional_properties = d
        return api_key

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
