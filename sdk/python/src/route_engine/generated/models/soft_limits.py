from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.soft_distance_limit import SoftDistanceLimit
  from ..models.soft_duration_limit import SoftDurationLimit
  from ..models.soft_stops_limit import SoftStopsLimit





T = TypeVar("T", bound="SoftLimits")



@_attrs_define
class SoftLimits:
    """ Limits for each route that may be exceeded, at an additional cost.

        Attributes:
            duration (SoftDurationLimit | Unset): A soft limit on the duration of a route.
            distance (SoftDistanceLimit | Unset): A soft limit on the distance of a route.
            stops (SoftStopsLimit | Unset): A soft limit on the number of stops of a route.
     """

    duration: SoftDurationLimit | Unset = UNSET
    distance: SoftDistanceLimit | Unset = UNSET
    stops: SoftStopsLimit | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.soft_distance_limit import SoftDistanceLimit # noqa: PLC0415
        from ..models.soft_duration_limit import SoftDurationLimit # noqa: PLC0415
        from ..models.soft_stops_limit import SoftStopsLimit # noqa: PLC0415
        duration: dict[str, Any] | Unset = UNSET
        if not isinstance(self.duration, Unset):
            duration = self.duration.to_dict()

        distance: dict[str, Any] | Unset = UNSET
        if not isinstance(self.distance, Unset):
            distance = self.distance.to_dict()

        stops: dict[str, Any] | Unset = UNSET
        if not isinstance(self.stops, Unset):
            stops = self.stops.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if duration is not UNSET:
            field_dict["duration"] = duration
        if distance is not UNSET:
            field_dict["distance"] = distance
        if stops is not UNSET:
            field_dict["stops"] = stops

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.soft_distance_limit import SoftDistanceLimit # noqa: PLC0415
        from ..models.soft_duration_limit import SoftDurationLimit # noqa: PLC0415
        from ..models.soft_stops_limit import SoftStopsLimit # noqa: PLC0415
        d = dict(src_dict)
        _duration = d.pop("duration", UNSET)
        duration: SoftDurationLimit | Unset
        if isinstance(_duration,  Unset):
            duration = UNSET
        else:
            duration = SoftDurationLimit.from_dict(_duration)




        _distance = d.pop("distance", UNSET)
        distance: SoftDistanceLimit | Unset
        if isinstance(_distance,  Unset):
            distance = UNSET
        else:
            distance = SoftDistanceLimit.from_dict(_distance)




        _stops = d.pop("stops", UNSET)
        stops: SoftStopsLimit | Unset
        if isinstance(_stops,  Unset):
            stops = UNSET
        else:
            stops = SoftStopsLimit.from_dict(_stops)




        soft_limits = cls(
            duration=duration,
            distance=distance,
            stops=stops,
        )

        return soft_limits

