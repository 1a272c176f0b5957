from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.order_kind import OrderKind
from ..models.order_load_order import OrderLoadOrder
from ..models.order_route_position import OrderRoutePosition
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.alternative_location import AlternativeLocation
  from ..models.coordinates import Coordinates
  from ..models.order_load import OrderLoad
  from ..models.order_metadata import OrderMetadata
  from ..models.preferred_vehicle import PreferredVehicle
  from ..models.soft_time_window import SoftTimeWindow
  from ..models.stop import Stop
  from ..models.time_window import TimeWindow
  from ..models.visits import Visits





T = TypeVar("T", bound="Order")



@_attrs_define
class Order:
    """ An order: one stop, or pickups and dropoffs that belong together.

        Attributes:
            order_id (str): Unique in the request.
            kind (OrderKind | Unset): The kind of an order with one stop. Default: `dropoff`. Default: OrderKind.DROPOFF.
            location (Coordinates | str | Unset): A `location_id` of `locations`, or coordinates.
            duration (int | Unset): The service duration. Default: 0. Default: 0.
            setup_duration (int | Unset): Setup time in addition to that of the location, spent at the first stop after an
                arrival. Default: 0. Default: 0.
            alternative_locations (list[AlternativeLocation] | Unset): Alternative locations of an order with one stop.
            time_windows (list[TimeWindow] | Unset): When service may start. Default: any time.
            soft_time_windows (list[SoftTimeWindow] | Unset): When service should start.
            load (OrderLoad | Unset): The load that is picked up or delivered. Any dimensions, at most six decimals.
            pickups (list[Stop] | Unset): The stops that pick up, instead of `location`. One route makes all stops of an
                order.
            dropoffs (list[Stop] | Unset): The stops that deliver, instead of `location`.
            max_ride_duration (int | Unset): The longest time from departure at the first pickup to arrival at the last
                dropoff.
            load_order (OrderLoadOrder | Unset): The order in which loads are unloaded. Default: `any`. Default:
                OrderLoadOrder.ANY.
            route_position (OrderRoutePosition | Unset): The position in the route: `first` before all orders that are not
                `first`, `last` after all orders that are not `last`. Default: `any`. Default: OrderRoutePosition.ANY.
            load_type (str | Unset): The type of the load.
            incompatible_load_types (list[str] | Unset): Load types that may not be on board at the same time.
            visits (Visits | Unset): Makes the order periodic: it is visited several times.
            required_attributes (list[str] | Unset): Attributes that the vehicle must have, all of them.
            any_of_attributes (list[list[str]] | Unset): Lists of attributes: the vehicle must have at least one of each
                list.
            forbidden_attributes (list[str] | Unset): Attributes that the vehicle must not have.
            allowed_vehicles (list[str] | Unset): The vehicles that may serve the order. If absent or empty, all may.
            forbidden_vehicles (list[str] | Unset): Vehicles that may not serve the order.
            preferred_vehicles (list[PreferredVehicle] | Unset): Preferences for or against vehicles.
            metadata (OrderMetadata | Unset): Any data of yours; the response returns it unchanged.
            release_time (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            mandatory (bool | Unset): If true, the order is left unserved only if it cannot be served. Default: true.
                Default: True.
            priority (int | Unset): Orders of lower priority are left unserved first. Default: 0. Default: 0.
            unserved_cost (float | Unset): The cost of each unserved visit. Default: 0. Default: 0.0.
     """

    order_id: str
    kind: OrderKind | Unset = OrderKind.DROPOFF
    location: Coordinates | str | Unset = UNSET
    duration: int | Unset = 0
    setup_duration: int | Unset = 0
    alternative_locations: list[AlternativeLocation] | Unset = UNSET
    time_windows: list[TimeWindow] | Unset = UNSET
    soft_time_windows: list[SoftTimeWindow] | Unset = UNSET
    load: OrderLoad | Unset = UNSET
    pickups: list[Stop] | Unset = UNSET
    dropoffs: list[Stop] | Unset = UNSET
    max_ride_duration: int | Unset = UNSET
    load_order: OrderLoadOrder | Unset = OrderLoadOrder.ANY
    route_position: OrderRoutePosition | Unset = OrderRoutePosition.ANY
    load_type: str | Unset = UNSET
    incompatible_load_types: list[str] | Unset = UNSET
    visits: Visits | Unset = UNSET
    required_attributes: list[str] | Unset = UNSET
    any_of_attributes: list[list[str]] | Unset = UNSET
    forbidden_attributes: list[str] | Unset = UNSET
    allowed_vehicles: list[str] | Unset = UNSET
    forbidden_vehicles: list[str] | Unset = UNSET
    preferred_vehicles: list[PreferredVehicle] | Unset = UNSET
    metadata: OrderMetadata | Unset = UNSET
    release_time: int | str | Unset = UNSET
    mandatory: bool | Unset = True
    priority: int | Unset = 0
    unserved_cost: float | Unset = 0.0





    def to_dict(self) -> dict[str, Any]:
        from ..models.alternative_location import AlternativeLocation # noqa: PLC0415
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.order_load import OrderLoad # noqa: PLC0415
        from ..models.order_metadata import OrderMetadata # noqa: PLC0415
        from ..models.preferred_vehicle import PreferredVehicle # noqa: PLC0415
        from ..models.soft_time_window import SoftTimeWindow # noqa: PLC0415
        from ..models.stop import Stop # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        from ..models.visits import Visits # noqa: PLC0415
        order_id = self.order_id

        kind: str | Unset = UNSET
        if not isinstance(self.kind, Unset):
            kind = self.kind.value


        location: dict[str, Any] | str | Unset
        if isinstance(self.location, Unset):
            location = UNSET
        elif isinstance(self.location, Coordinates):
            location = self.location.to_dict()
        else:
            location = self.location

        duration = self.duration

        setup_duration = self.setup_duration

        alternative_locations: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.alternative_locations, Unset):
            alternative_locations = []
            for alternative_locations_item_data in self.alternative_locations:
                alternative_locations_item = alternative_locations_item_data.to_dict()
                alternative_locations.append(alternative_locations_item)



        time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_windows, Unset):
            time_windows = []
            for time_windows_item_data in self.time_windows:
                time_windows_item = time_windows_item_data.to_dict()
                time_windows.append(time_windows_item)



        soft_time_windows: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.soft_time_windows, Unset):
            soft_time_windows = []
            for soft_time_windows_item_data in self.soft_time_windows:
                soft_time_windows_item = soft_time_windows_item_data.to_dict()
                soft_time_windows.append(soft_time_windows_item)



        load: dict[str, Any] | Unset = UNSET
        if not isinstance(self.load, Unset):
            load = self.load.to_dict()

        pickups: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.pickups, Unset):
            pickups = []
            for pickups_item_data in self.pickups:
                pickups_item = pickups_item_data.to_dict()
                pickups.append(pickups_item)



        dropoffs: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.dropoffs, Unset):
            dropoffs = []
            for dropoffs_item_data in self.dropoffs:
                dropoffs_item = dropoffs_item_data.to_dict()
                dropoffs.append(dropoffs_item)



        max_ride_duration = self.max_ride_duration

        load_order: str | Unset = UNSET
        if not isinstance(self.load_order, Unset):
            load_order = self.load_order.value


        route_position: str | Unset = UNSET
        if not isinstance(self.route_position, Unset):
            route_position = self.route_position.value


        load_type = self.load_type

        incompatible_load_types: list[str] | Unset = UNSET
        if not isinstance(self.incompatible_load_types, Unset):
            incompatible_load_types = self.incompatible_load_types



        visits: dict[str, Any] | Unset = UNSET
        if not isinstance(self.visits, Unset):
            visits = self.visits.to_dict()

        required_attributes: list[str] | Unset = UNSET
        if not isinstance(self.required_attributes, Unset):
            required_attributes = self.required_attributes



        any_of_attributes: list[list[str]] | Unset = UNSET
        if not isinstance(self.any_of_attributes, Unset):
            any_of_attributes = []
            for any_of_attributes_item_data in self.any_of_attributes:
                any_of_attributes_item = any_of_attributes_item_data


                any_of_attributes.append(any_of_attributes_item)



        forbidden_attributes: list[str] | Unset = UNSET
        if not isinstance(self.forbidden_attributes, Unset):
            forbidden_attributes = self.forbidden_attributes



        allowed_vehicles: list[str] | Unset = UNSET
        if not isinstance(self.allowed_vehicles, Unset):
            allowed_vehicles = self.allowed_vehicles



        forbidden_vehicles: list[str] | Unset = UNSET
        if not isinstance(self.forbidden_vehicles, Unset):
            forbidden_vehicles = self.forbidden_vehicles



        preferred_vehicles: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.preferred_vehicles, Unset):
            preferred_vehicles = []
            for preferred_vehicles_item_data in self.preferred_vehicles:
                preferred_vehicles_item = preferred_vehicles_item_data.to_dict()
                preferred_vehicles.append(preferred_vehicles_item)



        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        release_time: int | str | Unset
        if isinstance(self.release_time, Unset):
            release_time = UNSET
        else:
            release_time = self.release_time

        mandatory = self.mandatory

        priority = self.priority

        unserved_cost = self.unserved_cost


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "order_id": order_id,
        })
        if kind is not UNSET:
            field_dict["kind"] = kind
        if location is not UNSET:
            field_dict["location"] = location
        if duration is not UNSET:
            field_dict["duration"] = duration
        if setup_duration is not UNSET:
            field_dict["setup_duration"] = setup_duration
        if alternative_locations is not UNSET:
            field_dict["alternative_locations"] = alternative_locations
        if time_windows is not UNSET:
            field_dict["time_windows"] = time_windows
        if soft_time_windows is not UNSET:
            field_dict["soft_time_windows"] = soft_time_windows
        if load is not UNSET:
            field_dict["load"] = load
        if pickups is not UNSET:
            field_dict["pickups"] = pickups
        if dropoffs is not UNSET:
            field_dict["dropoffs"] = dropoffs
        if max_ride_duration is not UNSET:
            field_dict["max_ride_duration"] = max_ride_duration
        if load_order is not UNSET:
            field_dict["load_order"] = load_order
        if route_position is not UNSET:
            field_dict["route_position"] = route_position
        if load_type is not UNSET:
            field_dict["load_type"] = load_type
        if incompatible_load_types is not UNSET:
            field_dict["incompatible_load_types"] = incompatible_load_types
        if visits is not UNSET:
            field_dict["visits"] = visits
        if required_attributes is not UNSET:
            field_dict["required_attributes"] = required_attributes
        if any_of_attributes is not UNSET:
            field_dict["any_of_attributes"] = any_of_attributes
        if forbidden_attributes is not UNSET:
            field_dict["forbidden_attributes"] = forbidden_attributes
        if allowed_vehicles is not UNSET:
            field_dict["allowed_vehicles"] = allowed_vehicles
        if forbidden_vehicles is not UNSET:
            field_dict["forbidden_vehicles"] = forbidden_vehicles
        if preferred_vehicles is not UNSET:
            field_dict["preferred_vehicles"] = preferred_vehicles
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if release_time is not UNSET:
            field_dict["release_time"] = release_time
        if mandatory is not UNSET:
            field_dict["mandatory"] = mandatory
        if priority is not UNSET:
            field_dict["priority"] = priority
        if unserved_cost is not UNSET:
            field_dict["unserved_cost"] = unserved_cost

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.alternative_location import AlternativeLocation # noqa: PLC0415
        from ..models.coordinates import Coordinates # noqa: PLC0415
        from ..models.order_load import OrderLoad # noqa: PLC0415
        from ..models.order_metadata import OrderMetadata # noqa: PLC0415
        from ..models.preferred_vehicle import PreferredVehicle # noqa: PLC0415
        from ..models.soft_time_window import SoftTimeWindow # noqa: PLC0415
        from ..models.stop import Stop # noqa: PLC0415
        from ..models.time_window import TimeWindow # noqa: PLC0415
        from ..models.visits import Visits # noqa: PLC0415
        d = dict(src_dict)
        order_id = d.pop("order_id")

        _kind = d.pop("kind", UNSET)
        kind: OrderKind | Unset
        if isinstance(_kind,  Unset):
            kind = UNSET
        else:
            kind = OrderKind(_kind)




        def _parse_location(data: object) -> Coordinates | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_place_type_1 = Coordinates.from_dict(data)



                return componentsschemas_place_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Coordinates | str | Unset, data)

        location = _parse_location(d.pop("location", UNSET))


        duration = d.pop("duration", UNSET)

        setup_duration = d.pop("setup_duration", UNSET)

        _alternative_locations = d.pop("alternative_locations", UNSET)
        alternative_locations: list[AlternativeLocation] | Unset = UNSET
        if _alternative_locations is not UNSET:
            alternative_locations = []
            for alternative_locations_item_data in _alternative_locations:
                alternative_locations_item = AlternativeLocation.from_dict(alternative_locations_item_data)



                alternative_locations.append(alternative_locations_item)


        _time_windows = d.pop("time_windows", UNSET)
        time_windows: list[TimeWindow] | Unset = UNSET
        if _time_windows is not UNSET:
            time_windows = []
            for time_windows_item_data in _time_windows:
                time_windows_item = TimeWindow.from_dict(time_windows_item_data)



                time_windows.append(time_windows_item)


        _soft_time_windows = d.pop("soft_time_windows", UNSET)
        soft_time_windows: list[SoftTimeWindow] | Unset = UNSET
        if _soft_time_windows is not UNSET:
            soft_time_windows = []
            for soft_time_windows_item_data in _soft_time_windows:
                soft_time_windows_item = SoftTimeWindow.from_dict(soft_time_windows_item_data)



                soft_time_windows.append(soft_time_windows_item)


        _load = d.pop("load", UNSET)
        load: OrderLoad | Unset
        if isinstance(_load,  Unset):
            load = UNSET
        else:
            load = OrderLoad.from_dict(_load)




        _pickups = d.pop("pickups", UNSET)
        pickups: list[Stop] | Unset = UNSET
        if _pickups is not UNSET:
            pickups = []
            for pickups_item_data in _pickups:
                pickups_item = Stop.from_dict(pickups_item_data)



                pickups.append(pickups_item)


        _dropoffs = d.pop("dropoffs", UNSET)
        dropoffs: list[Stop] | Unset = UNSET
        if _dropoffs is not UNSET:
            dropoffs = []
            for dropoffs_item_data in _dropoffs:
                dropoffs_item = Stop.from_dict(dropoffs_item_data)



                dropoffs.append(dropoffs_item)


        max_ride_duration = d.pop("max_ride_duration", UNSET)

        _load_order = d.pop("load_order", UNSET)
        load_order: OrderLoadOrder | Unset
        if isinstance(_load_order,  Unset):
            load_order = UNSET
        else:
            load_order = OrderLoadOrder(_load_order)




        _route_position = d.pop("route_position", UNSET)
        route_position: OrderRoutePosition | Unset
        if isinstance(_route_position,  Unset):
            route_position = UNSET
        else:
            route_position = OrderRoutePosition(_route_position)




        load_type = d.pop("load_type", UNSET)

        incompatible_load_types = cast(list[str], d.pop("incompatible_load_types", UNSET))


        _visits = d.pop("visits", UNSET)
        visits: Visits | Unset
        if isinstance(_visits,  Unset):
            visits = UNSET
        else:
            visits = Visits.from_dict(_visits)




        required_attributes = cast(list[str], d.pop("required_attributes", UNSET))


        _any_of_attributes = d.pop("any_of_attributes", UNSET)
        any_of_attributes: list[list[str]] | Unset = UNSET
        if _any_of_attributes is not UNSET:
            any_of_attributes = []
            for any_of_attributes_item_data in _any_of_attributes:
                any_of_attributes_item = cast(list[str], any_of_attributes_item_data)

                any_of_attributes.append(any_of_attributes_item)


        forbidden_attributes = cast(list[str], d.pop("forbidden_attributes", UNSET))


        allowed_vehicles = cast(list[str], d.pop("allowed_vehicles", UNSET))


        forbidden_vehicles = cast(list[str], d.pop("forbidden_vehicles", UNSET))


        _preferred_vehicles = d.pop("preferred_vehicles", UNSET)
        preferred_vehicles: list[PreferredVehicle] | Unset = UNSET
        if _preferred_vehicles is not UNSET:
            preferred_vehicles = []
            for preferred_vehicles_item_data in _preferred_vehicles:
                preferred_vehicles_item = PreferredVehicle.from_dict(preferred_vehicles_item_data)



                preferred_vehicles.append(preferred_vehicles_item)


        _metadata = d.pop("metadata", UNSET)
        metadata: OrderMetadata | Unset
        if isinstance(_metadata,  Unset):
            metadata = UNSET
        else:
            metadata = OrderMetadata.from_dict(_metadata)




        def _parse_release_time(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        release_time = _parse_release_time(d.pop("release_time", UNSET))


        mandatory = d.pop("mandatory", UNSET)

        priority = d.pop("priority", UNSET)

        unserved_cost = d.pop("unserved_cost", UNSET)

        order = cls(
            order_id=order_id,
            kind=kind,
            location=location,
            duration=duration,
            setup_duration=setup_duration,
            alternative_locations=alternative_locations,
            time_windows=time_windows,
            soft_time_windows=soft_time_windows,
            load=load,
            pickups=pickups,
            dropoffs=dropoffs,
            max_ride_duration=max_ride_duration,
            load_order=load_order,
            route_position=route_position,
            load_type=load_type,
            incompatible_load_types=incompatible_load_types,
            visits=visits,
            required_attributes=required_attributes,
            any_of_attributes=any_of_attributes,
            forbidden_attributes=forbidden_attributes,
            allowed_vehicles=allowed_vehicles,
            forbidden_vehicles=forbidden_vehicles,
            preferred_vehicles=preferred_vehicles,
            metadata=metadata,
            release_time=release_time,
            mandatory=mandatory,
            priority=priority,
            unserved_cost=unserved_cost,
        )

        return order

