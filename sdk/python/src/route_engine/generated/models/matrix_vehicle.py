from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.profile import Profile
from ..types import UNSET, Unset






T = TypeVar("T", bound="MatrixVehicle")



@_attrs_define
class MatrixVehicle:
    """ The vehicle.

        Attributes:
            type_ (Profile | Unset): Travel profile. Default: `car`.
            profile (str | Unset): A profile that the operator has defined, for example for another vehicle size. Replaces
                `type`.
            speed_factor (float | Unset): A factor for all speeds of the vehicle. Default: 1. Default: 1.0.
     """

    type_: Profile | Unset = UNSET
    profile: str | Unset = UNSET
    speed_factor: float | Unset = 1.0





    def to_dict(self) -> dict[str, Any]:
        type_: str | Unset = UNSET
        if not isinstance(self.type_, Unset):
            type_ = self.type_.value


        profile = self.profile

        speed_factor = self.speed_factor


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if type_ is not UNSET:
            field_dict["type"] = type_
        if profile is not UNSET:
            field_dict["profile"] = profile
        if speed_factor is not UNSET:
            field_dict["speed_factor"] = speed_factor

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _type_ = d.pop("type", UNSET)
        type_: Profile | Unset
        if isinstance(_type_,  Unset):
            type_ = UNSET
        else:
            type_ = Profile(_type_)




        profile = d.pop("profile", UNSET)

        speed_factor = d.pop("speed_factor", UNSET)

        matrix_vehicle = cls(
            type_=type_,
            profile=profile,
            speed_factor=speed_factor,
        )

        return matrix_vehicle

