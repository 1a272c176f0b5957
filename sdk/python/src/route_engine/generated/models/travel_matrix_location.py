from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="TravelMatrixLocation")



@_attrs_define
class TravelMatrixLocation:
    """ A location of the matrix, as in a matrix response.

        Attributes:
            location_id (str): The id of the location, as in `travel_costs`.
            time_zone (str | Unset): IANA name; ignored.
            snap_distance (float | None | Unset): Ignored.
            snapped_position (Any | Unset): Ignored.
     """

    location_id: str
    time_zone: str | Unset = UNSET
    snap_distance: float | None | Unset = UNSET
    snapped_position: Any | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        location_id = self.location_id

        time_zone = self.time_zone

        snap_distance: float | None | Unset
        if isinstance(self.snap_distance, Unset):
            snap_distance = UNSET
        else:
            snap_distance = self.snap_distance

        snapped_position = self.snapped_position


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "location_id": location_id,
        })
        if time_zone is not UNSET:
            field_dict["time_zone"] = time_zone
        if snap_distance is not UNSET:
            field_dict["snap_distance"] = snap_distance
        if snapped_position is not UNSET:
            field_dict["snapped_position"] = snapped_position

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        location_id = d.pop("location_id")

        time_zone = d.pop("time_zone", UNSET)

        def _parse_snap_distance(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        snap_distance = _parse_snap_distance(d.pop("snap_distance", UNSET))


        snapped_position = d.pop("snapped_position", UNSET)

        travel_matrix_location = cls(
            location_id=location_id,
            time_zone=time_zone,
            snap_distance=snap_distance,
            snapped_position=snapped_position,
        )

        return travel_matrix_location

