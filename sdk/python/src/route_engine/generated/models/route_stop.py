from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.route_stop_kind import RouteStopKind
from ..models.route_stop_type import RouteStopType
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.route_stop_load_after import RouteStopLoadAfter
  from ..models.route_stop_metadata import RouteStopMetadata
  from ..models.snapped_position import SnappedPosition





T = TypeVar("T", bound="RouteStop")



@_attrs_define
class RouteStop:
    """ A stop of a route.

        Attributes:
            sequence (int): The index of the stop in the route, from 0.
            type_ (RouteStopType): The type of the stop.
            latitude (float): Where it is, WGS84.
            longitude (float): Where it is, WGS84.
            arrival_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format:
                unix`. Requests accept it as a `GivenTime`.
            waiting_duration (int): Waiting before setup, in seconds.
            setup_duration (int): Setup before service, in seconds.
            service_start_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with
                `time_format: unix`. Requests accept it as a `GivenTime`.
            duration (int): Service, in seconds.
            departure_time (int | str): A time: ISO 8601 with the offset of the place, or Unix seconds with `time_format:
                unix`. Requests accept it as a `GivenTime`.
            travel_duration (int): From the stop before, in seconds.
            travel_distance (float): The distance from the previous stop, which limits and costs are based on.
            load_after (RouteStopLoadAfter): The load on board at departure, by dimension.
            earliness (int): Before the soft window that counts, in seconds.
            lateness (int): After the soft window that counts, in seconds.
            slack (int): How much later the vehicle may arrive and still keep all hard times, in seconds.
            location_id (str | Unset): Absent at places given inline, and on the road.
            order_id (str | Unset): Whose stop it is.
            stop_id (str | Unset): The id of a stop of `pickups` or `dropoffs`, of a break or of a reload. Without an id of
                its own it is named by its position, such as `pickups/0`. A break without `stop_id` is a rest required by
                `driving_rules`.
            visit (int | Unset): The number of the visit of a periodic order, from 1.
            metadata (RouteStopMetadata | Unset): The `metadata` of the order in the request.
            kind (RouteStopKind | Unset): Whether the load is picked up or delivered.
            snap_distance (float | Unset): The distance to the road used. Absent for breaks on the road, and if no road is
                used.
            snapped_position (SnappedPosition | Unset): The point of a road that costs are from and to.
            drawn_distance (float | Unset): The length of the drawn line from the previous stop. It differs from `distance`
                if traffic makes another way faster. Absent if the line does not follow roads.
     """

    sequence: int
    type_: RouteStopType
    latitude: float
    longitude: float
    arrival_time: int | str
    waiting_duration: int
    setup_duration: int
    service_start_time: int | str
    duration: int
    departure_time: int | str
    travel_duration: int
    travel_distance: float
    load_after: RouteStopLoadAfter
    earliness: int
    lateness: int
    slack: int
    location_id: str | Unset = UNSET
    order_id: str | Unset = UNSET
    stop_id: str | Unset = UNSET
    visit: int | Unset = UNSET
    metadata: RouteStopMetadata | Unset = UNSET
    kind: RouteStopKind | Unset = UNSET
    snap_distance: float | Unset = UNSET
    snapped_position: SnappedPosition | Unset = UNSET
    drawn_distance: float | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)





    def to_dict(self) -> dict[str, Any]:
        from ..models.route_stop_load_after import RouteStopLoadAfter # noqa: PLC0415
        from ..models.route_stop_metadata import RouteStopMetadata # noqa: PLC0415
        from ..models.snapped_position import SnappedPosition # noqa: PLC0415
        sequence = self.sequence

        type_ = self.type_.value

        latitude = self.latitude

        longitude = self.longitude

        arrival_time: int | str
        arrival_time = self.arrival_time

        waiting_duration = self.waiting_duration

        setup_duration = self.setup_duration

        service_start_time: int | str
        service_start_time = self.service_start_time

        duration = self.duration

        departure_time: int | str
        departure_time = self.departure_time

        travel_duration = self.travel_duration

        travel_distance = self.travel_distance

        load_after = self.load_after.to_dict()

        earliness = self.earliness

        lateness = self.lateness

        slack = self.slack

        location_id = self.location_id

        order_id = self.order_id

        stop_id = self.stop_id

        visit = self.visit

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        kind: str | Unset = UNSET
        if not isinstance(self.kind, Unset):
            kind = self.kind.value


        snap_distance = self.snap_distance

        snapped_position: dict[str, Any] | Unset = UNSET
        if not isinstance(self.snapped_position, Unset):
            snapped_position = self.snapped_position.to_dict()

        drawn_distance = self.drawn_distance


        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({
            "sequence": sequence,
            "type": type_,
            "latitude": latitude,
            "longitude": longitude,
            "arrival_time": arrival_time,
            "waiting_duration": waiting_duration,
            "setup_duration": setup_duration,
            "service_start_time": service_start_time,
            "duration": duration,
            "departure_time": departure_time,
            "travel_duration": travel_duration,
            "travel_distance": travel_distance,
            "load_after": load_after,
            "earliness": earliness,
            "lateness": lateness,
            "slack": slack,
        })
        if location_id is not UNSET:
            field_dict["location_id"] = location_id
        if order_id is not UNSET:
            field_dict["order_id"] = order_id
        if stop_id is not UNSET:
            field_dict["stop_id"] = stop_id
        if visit is not UNSET:
            field_dict["visit"] = visit
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if kind is not UNSET:
            field_dict["kind"] = kind
        if snap_distance is not UNSET:
            field_dict["snap_distance"] = snap_distance
        if snapped_position is not UNSET:
            field_dict["snapped_position"] = snapped_position
        if drawn_distance is not UNSET:
            field_dict["drawn_distance"] = drawn_distance

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.route_stop_load_after import RouteStopLoadAfter # noqa: PLC0415
        from ..models.route_stop_metadata import RouteStopMetadata # noqa: PLC0415
        from ..models.snapped_position import SnappedPosition # noqa: PLC0415
        d = dict(src_dict)
        sequence = d.pop("sequence")

        type_ = RouteStopType(d.pop("type"))




        latitude = d.pop("latitude")

        longitude = d.pop("longitude")

        def _parse_arrival_time(data: object) -> int | str:
            return cast(int | str, data)

        arrival_time = _parse_arrival_time(d.pop("arrival_time"))


        waiting_duration = d.pop("waiting_duration")

        setup_duration = d.pop("setup_duration")

        def _parse_service_start_time(data: object) -> int | str:
            return cast(int | str, data)

        service_start_time = _parse_service_start_time(d.pop("service_start_time"))


        duration = d.pop("duration")

        def _parse_departure_time(data: object) -> int | str:
            return cast(int | str, data)

        departure_time = _parse_departure_time(d.pop("departure_time"))


        travel_duration = d.pop("travel_duration")

        travel_distance = d.pop("travel_distance")

        load_after = RouteStopLoadAfter.from_dict(d.pop("load_after"))




        earliness = d.pop("earliness")

        lateness = d.pop("lateness")

        slack = d.pop("slack")

        location_id = d.pop("location_id", UNSET)

        order_id = d.pop("order_id", UNSET)

        stop_id = d.pop("stop_id", UNSET)

        visit = d.pop("visit", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: RouteStopMetadata | Unset
        if isinstance(_metadata,  Unset):
            metadata = UNSET
        else:
            metadata = RouteStopMetadata.from_dict(_metadata)




        _kind = d.pop("kind", UNSET)
        kind: RouteStopKind | Unset
        if isinstance(_kind,  Unset):
            kind = UNSET
        else:
            kind = RouteStopKind(_kind)




        snap_distance = d.pop("snap_distance", UNSET)

        _snapped_position = d.pop("snapped_position", UNSET)
        snapped_position: SnappedPosition | Unset
        if isinstance(_snapped_position,  Unset):
            snapped_position = UNSET
        else:
            snapped_position = SnappedPosition.from_dict(_snapped_position)




        drawn_distance = d.pop("drawn_distance", UNSET)

        route_stop = cls(
            sequence=sequence,
            type_=type_,
            latitude=latitude,
            longitude=longitude,
            arrival_time=arrival_time,
            waiting_duration=waiting_duration,
            setup_duration=setup_duration,
            service_start_time=service_start_time,
            duration=duration,
            departure_time=departure_time,
            travel_duration=travel_duration,
            travel_distance=travel_distance,
            load_after=load_after,
            earliness=earliness,
            lateness=lateness,
            slack=slack,
            location_id=location_id,
            order_id=order_id,
            stop_id=stop_id,
            visit=visit,
            metadata=metadata,
            kind=kind,
            snap_distance=snap_distance,
            snapped_position=snapped_position,
            drawn_distance=drawn_distance,
        )


        route_stop.additional_properties = d
        return route_stop

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
