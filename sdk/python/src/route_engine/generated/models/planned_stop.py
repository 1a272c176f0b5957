from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.planned_stop_lock import PlannedStopLock
from ..models.planned_stop_type import PlannedStopType
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="PlannedStop")



@_attrs_define
class PlannedStop:
    """ A stop of the given plan. Other fields of a stop in a response are accepted and ignored.

        Attributes:
            type_ (PlannedStopType | Unset): The type of the stop, as in a response. Default: `order`. The start and breaks
                count in mode `check`, and if they began before `now`; otherwise, like the end, they follow from the other
                stops. Default: PlannedStopType.ORDER.
            order_id (str | Unset): The id of the order.
            stop_id (str | Unset): The id of the stop, required if the order has several; for a reload, its id.
            visit (int | Unset): The number of the visit, required for a periodic order.
            lock (PlannedStopLock | Unset): What the search may not change about the stop. Default: `none`. Default:
                PlannedStopLock.NONE.
            location_id (str | Unset): The chosen location, if the stop has alternatives. Default: the cheapest.
            latitude (float | Unset): The position of the chosen place.
            longitude (float | Unset): The position of the chosen place.
            arrival_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            waiting_duration (int | Unset): The waiting time before setup.
            setup_duration (int | Unset): The setup time before service.
            duration (int | Unset): The service duration of a stop that began before `now`.
            departure_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            sequence (Any | Unset): Ignored.
            kind (Any | Unset): Ignored.
            travel_duration (Any | Unset): Ignored.
            travel_distance (Any | Unset): Ignored.
            drawn_distance (Any | Unset): Ignored.
            load_after (Any | Unset): Ignored.
            earliness (Any | Unset): Ignored.
            lateness (Any | Unset): Ignored.
            slack (Any | Unset): Ignored.
            metadata (Any | Unset): Ignored.
            service_start_time (Any | Unset): Ignored.
            snap_distance (Any | Unset): Ignored.
            snapped_position (Any | Unset): Ignored.
     """

    type_: PlannedStopType | Unset = PlannedStopType.ORDER
    order_id: str | Unset = UNSET
    stop_id: str | Unset = UNSET
    visit: int | Unset = UNSET
    lock: PlannedStopLock | Unset = PlannedStopLock.NONE
    location_id: str | Unset = UNSET
    latitude: float | Unset = UNSET
    longitude: float | Unset = UNSET
    arrival_time: int | str | Unset = UNSET
    waiting_duration: int | Unset = UNSET
    setup_duration: int | Unset = UNSET
    duration: int | Unset = UNSET
    departure_time: int | str | Unset = UNSET
    sequence: Any | Unset = UNSET
    kind: Any | Unset = UNSET
    travel_duration: Any | Unset = UNSET
    travel_distance: Any | Unset = UNSET
    drawn_distance: Any | Unset = UNSET
    load_after: Any | Unset = UNSET
    earliness: Any | Unset = UNSET
    lateness: Any | Unset = UNSET
    slack: Any | Unset = UNSET
    metadata: Any | Unset = UNSET
    service_start_time: Any | Unset = UNSET
    snap_distance: Any | Unset = UNSET
    snapped_position: Any | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        type_: str | Unset = UNSET
        if not isinstance(self.type_, Unset):
            type_ = self.type_.value


        order_id = self.order_id

        stop_id = self.stop_id

        visit = self.visit

        lock: str | Unset = UNSET
        if not isinstance(self.lock, Unset):
            lock = self.lock.value


        location_id = self.location_id

        latitude = self.latitude

        longitude = self.longitude

        arrival_time: int | str | Unset
        if isinstance(self.arrival_time, Unset):
            arrival_time = UNSET
        else:
            arrival_time = self.arrival_time

        waiting_duration = self.waiting_duration

        setup_duration = self.setup_duration

        duration = self.duration

        departure_time: int | str | Unset
        if isinstance(self.departure_time, Unset):
            departure_time = UNSET
        else:
            departure_time = self.departure_time

        sequence = self.sequence

        kind = self.kind

        travel_duration = self.travel_duration

        travel_distance = self.travel_distance

        drawn_distance = self.drawn_distance

        load_after = self.load_after

        earliness = self.earliness

        lateness = self.lateness

        slack = self.slack

        metadata = self.metadata

        service_start_time = self.service_start_time

        snap_distance = self.snap_distance

        snapped_position = self.snapped_position


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if type_ is not UNSET:
            field_dict["type"] = type_
        if order_id is not UNSET:
            field_dict["order_id"] = order_id
        if stop_id is not UNSET:
            field_dict["stop_id"] = stop_id
        if visit is not UNSET:
            field_dict["visit"] = visit
        if lock is not UNSET:
            field_dict["lock"] = lock
        if location_id is not UNSET:
            field_dict["location_id"] = location_id
        if latitude is not UNSET:
            field_dict["latitude"] = latitude
        if longitude is not UNSET:
            field_dict["longitude"] = longitude
        if arrival_time is not UNSET:
            field_dict["arrival_time"] = arrival_time
        if waiting_duration is not UNSET:
            field_dict["waiting_duration"] = waiting_duration
        if setup_duration is not UNSET:
            field_dict["setup_duration"] = setup_duration
        if duration is not UNSET:
            field_dict["duration"] = duration
        if departure_time is not UNSET:
            field_dict["departure_time"] = departure_time
        if sequence is not UNSET:
            field_dict["sequence"] = sequence
        if kind is not UNSET:
            field_dict["kind"] = kind
        if travel_duration is not UNSET:
            field_dict["travel_duration"] = travel_duration
        if travel_distance is not UNSET:
            field_dict["travel_distance"] = travel_distance
        if drawn_distance is not UNSET:
            field_dict["drawn_distance"] = drawn_distance
        if load_after is not UNSET:
            field_dict["load_after"] = load_after
        if earliness is not UNSET:
            field_dict["earliness"] = earliness
        if lateness is not UNSET:
            field_dict["lateness"] = lateness
        if slack is not UNSET:
            field_dict["slack"] = slack
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if service_start_time is not UNSET:
            field_dict["service_start_time"] = service_start_time
        if snap_distance is not UNSET:
            field_dict["snap_distance"] = snap_distance
        if snapped_position is not UNSET:
            field_dict["snapped_position"] = snapped_position

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _type_ = d.pop("type", UNSET)
        type_: PlannedStopType | Unset
        if isinstance(_type_,  Unset):
            type_ = UNSET
        else:
            type_ = PlannedStopType(_type_)




        order_id = d.pop("order_id", UNSET)

        stop_id = d.pop("stop_id", UNSET)

        visit = d.pop("visit", UNSET)

        _lock = d.pop("lock", UNSET)
        lock: PlannedStopLock | Unset
        if isinstance(_lock,  Unset):
            lock = UNSET
        else:
            lock = PlannedStopLock(_lock)




        location_id = d.pop("location_id", UNSET)

        latitude = d.pop("latitude", UNSET)

        longitude = d.pop("longitude", UNSET)

        def _parse_arrival_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        arrival_time = _parse_arrival_time(d.pop("arrival_time", UNSET))


        waiting_duration = d.pop("waiting_duration", UNSET)

        setup_duration = d.pop("setup_duration", UNSET)

        duration = d.pop("duration", UNSET)

        def _parse_departure_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        departure_time = _parse_departure_time(d.pop("departure_time", UNSET))


        sequence = d.pop("sequence", UNSET)

        kind = d.pop("kind", UNSET)

        travel_duration = d.pop("travel_duration", UNSET)

        travel_distance = d.pop("travel_distance", UNSET)

        drawn_distance = d.pop("drawn_distance", UNSET)

        load_after = d.pop("load_after", UNSET)

        earliness = d.pop("earliness", UNSET)

        lateness = d.pop("lateness", UNSET)

        slack = d.pop("slack", UNSET)

        metadata = d.pop("metadata", UNSET)

        service_start_time = d.pop("service_start_time", UNSET)

        snap_distance = d.pop("snap_distance", UNSET)

        snapped_position = d.pop("snapped_position", UNSET)

        planned_stop = cls(
            type_=type_,
            order_id=order_id,
            stop_id=stop_id,
            visit=visit,
            lock=lock,
            location_id=location_id,
            latitude=latitude,
            longitude=longitude,
            arrival_time=arrival_time,
            waiting_duration=waiting_duration,
            setup_duration=setup_duration,
            duration=duration,
            departure_time=departure_time,
            sequence=sequence,
            kind=kind,
            travel_duration=travel_duration,
            travel_distance=travel_distance,
            drawn_distance=drawn_distance,
            load_after=load_after,
            earliness=earliness,
            lateness=lateness,
            slack=slack,
            metadata=metadata,
            service_start_time=service_start_time,
            snap_distance=snap_distance,
            snapped_position=snapped_position,
        )

        return planned_stop

