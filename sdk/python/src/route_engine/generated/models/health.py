from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.health_status import HealthStatus
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Health")



@_attrs_define
class Health:
    """ The health of the service.

        Attributes:
            status (HealthStatus): The state of the service.
            not_ready (list[str] | Unset): The parts of the service that are not ready.
     """

    status: HealthStatus
    not_ready: list[str] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        not_ready: list[str] | Unset = UNSET
        if not isinstance(self.not_ready, Unset):
            not_ready = self.not_ready




        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "status": status,
        })
        if not_ready is not UNSET:
            field_dict["not_ready"] = not_ready

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = HealthStatus(d.pop("status"))




        not_ready = cast(list[str], d.pop("not_ready", UNSET))


        health = cls(
            status=status,
            not_ready=not_ready,
        )


        health.additional_properties = d
        return health

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
