from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.travel_matrix import TravelMatrix





T = TypeVar("T", bound="Travel")



@_attrs_define
class Travel:
    """ The source of travel costs.

        Attributes:
            use_traffic (bool | Unset): false: times of empty roads. Default: true. Default: True.
            matrix (TravelMatrix | Unset): Your own travel costs for all vehicles, in the form of a matrix response.
     """

    use_traffic: bool | Unset = True
    matrix: TravelMatrix | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.travel_matrix import TravelMatrix # noqa: PLC0415
        use_traffic = self.use_traffic

        matrix: dict[str, Any] | Unset = UNSET
        if not isinstance(self.matrix, Unset):
            matrix = self.matrix.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if use_traffic is not UNSET:
            field_dict["use_traffic"] = use_traffic
        if matrix is not UNSET:
            field_dict["matrix"] = matrix

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.travel_matrix import TravelMatrix # noqa: PLC0415
        d = dict(src_dict)
        use_traffic = d.pop("use_traffic", UNSET)

        _matrix = d.pop("matrix", UNSET)
        matrix: TravelMatrix | Unset
        if isinstance(_matrix,  Unset):
            matrix = UNSET
        else:
            matrix = TravelMatrix.from_dict(_matrix)




        travel = cls(
            use_traffic=use_traffic,
            matrix=matrix,
        )

        return travel

