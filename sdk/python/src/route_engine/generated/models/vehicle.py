from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.profile import Profile
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.driving_rules import DrivingRules
  from ..models.handling import Handling
  from ..models.shift import Shift
  from ..models.soft_limits import SoftLimits
  from ..models.territory import Territory
  from ..models.vehicle_capacity import VehicleCapacity
  from ..models.vehicle_costs import VehicleCosts
  from ..models.vehicle_limits import VehicleLimits
  from ..models.vehicle_metadata import VehicleMetadata





T = TypeVar("T", bound="Vehicle")



@_attrs_define
class Vehicle:
    """ A vehicle, or several identical ones.

        Attributes:
            vehicle_id (str): Unique in the request.
            shifts (list[Shift]): The shifts of the vehicle: it makes at most one route in each.
            count (int | Unset): The number of identical vehicles; the copies are named `v1#1`, `v1#2` and so on. Default:
                1. Default: 1.
            type_ (Profile | Unset): Travel profile. Default: `car`.
            profile (str | Unset): A profile that the operator has defined, for example for another vehicle size. Replaces
                `type`.
            speed_factor (float | Unset): A factor for all speeds of the vehicle. Default: 1. Default: 1.0.
            service_factor (float | Unset): A factor for the service durations of orders, read to three decimals; results
                are rounded to whole seconds. It does not apply to setup, breaks and reloads. Default: 1. Default: 1.0.
            metadata (VehicleMetadata | Unset): Any data of yours; the response returns it unchanged.
            capacity (VehicleCapacity | Unset): The capacity in each dimension. An absent dimension is unlimited. Any
                dimensions, at most six decimals.
            attributes (list[str] | Unset): Attributes of the vehicle, such as equipment and skills.
            costs (VehicleCosts | Unset): The costs of using the vehicle. An absent cost is 0.
            limits (VehicleLimits | Unset): Limits for each route. An absent limit is unlimited.
            soft_limits (SoftLimits | Unset): Limits for each route that may be exceeded, at an additional cost.
            driving_rules (DrivingRules | Unset): Rules on driving time and rest. The driver starts each route rested.
            rest_between_shifts (int | Unset): The shortest time from the end of a route to the start of the vehicle’s next
                route. With `driving_rules`, it is at least the daily rest if they limit days, or else a full break, and this is
                the default; otherwise there is none.
            loading (Handling | Unset): The time that loading or unloading takes.
            unloading (Handling | Unset): The time that loading or unloading takes.
            territory (Territory | Unset): An area that the vehicle should stay in.
     """

    vehicle_id: str
    shifts: list[Shift]
    count: int | Unset = 1
    type_: Profile | Unset = UNSET
    profile: str | Unset = UNSET
    speed_factor: float | Unset = 1.0
    service_factor: float | Unset = 1.0
    metadata: VehicleMetadata | Unset = UNSET
    capacity: VehicleCapacity | Unset = UNSET
    attributes: list[str] | Unset = UNSET
    costs: VehicleCosts | Unset = UNSET
    limits: VehicleLimits | Unset = UNSET
    soft_limits: SoftLimits | Unset = UNSET
    driving_rules: DrivingRules | Unset = UNSET
    rest_between_shifts: int | Unset = UNSET
    loading: Handling | Unset = UNSET
    unloading: Handling | Unset = UNSET
    territory: Territory | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.driving_rules import DrivingRules # noqa: PLC0415
        from ..models.handling import Handling # noqa: PLC0415
        from ..models.shift import Shift # noqa: PLC0415
        from ..models.soft_limits import SoftLimits # noqa: PLC0415
        from ..models.territory import Territory # noqa: PLC0415
        from ..models.vehicle_capacity import VehicleCapacity # noqa: PLC0415
        from ..models.vehicle_costs import VehicleCosts # noqa: PLC0415
        from ..models.vehicle_limits import VehicleLimits # noqa: PLC0415
        from ..models.vehicle_metadata import VehicleMetadata # noqa: PLC0415
        vehicle_id = self.vehicle_id

        shifts = []
        for shifts_item_data in self.shifts:
            shifts_item = shifts_item_data.to_dict()
            shifts.append(shifts_item)



        count = self.count

        type_: str | Unset = UNSET
        if not isinstance(self.type_, Unset):
            type_ = self.type_.value


        profile = self.profile

        speed_factor = self.speed_factor

        service_factor = self.service_factor

        metadata: dict[str, Any] | Unset = UNSET
        if not isinstance(self.metadata, Unset):
            metadata = self.metadata.to_dict()

        capacity: dict[str, Any] | Unset = UNSET
        if not isinstance(self.capacity, Unset):
            capacity = self.capacity.to_dict()

        attributes: list[str] | Unset = UNSET
        if not isinstance(self.attributes, Unset):
            attributes = self.attributes



        costs: dict[str, Any] | Unset = UNSET
        if not isinstance(self.costs, Unset):
            costs = self.costs.to_dict()

        limits: dict[str, Any] | Unset = UNSET
        if not isinstance(self.limits, Unset):
            limits = self.limits.to_dict()

        soft_limits: dict[str, Any] | Unset = UNSET
        if not isinstance(self.soft_limits, Unset):
            soft_limits = self.soft_limits.to_dict()

        driving_rules: dict[str, Any] | Unset = UNSET
        if not isinstance(self.driving_rules, Unset):
            driving_rules = self.driving_rules.to_dict()

        rest_between_shifts = self.rest_between_shifts

        loading: dict[str, Any] | Unset = UNSET
        if not isinstance(self.loading, Unset):
            loading = self.loading.to_dict()

        unloading: dict[str, Any] | Unset = UNSET
        if not isinstance(self.unloading, Unset):
            unloading = self.unloading.to_dict()

        territory: dict[str, Any] | Unset = UNSET
        if not isinstance(self.territory, Unset):
            territory = self.territory.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "vehicle_id": vehicle_id,
            "shifts": shifts,
        })
        if count is not UNSET:
            field_dict["count"] = count
        if type_ is not UNSET:
            field_dict["type"] = type_
        if profile is not UNSET:
            field_dict["profile"] = profile
        if speed_factor is not UNSET:
            field_dict["speed_factor"] = speed_factor
        if service_factor is not UNSET:
            field_dict["service_factor"] = service_factor
        if metadata is not UNSET:
            field_dict["metadata"] = metadata
        if capacity is not UNSET:
            field_dict["capacity"] = capacity
        if attributes is not UNSET:
            field_dict["attributes"] = attributes
        if costs is not UNSET:
            field_dict["costs"] = costs
        if limits is not UNSET:
            field_dict["limits"] = limits
        if soft_limits is not UNSET:
            field_dict["soft_limits"] = soft_limits
        if driving_rules is not UNSET:
            field_dict["driving_rules"] = driving_rules
        if rest_between_shifts is not UNSET:
            field_dict["rest_between_shifts"] = rest_between_shifts
        if loading is not UNSET:
            field_dict["loading"] = loading
        if unloading is not UNSET:
            field_dict["unloading"] = unloading
        if territory is not UNSET:
            field_dict["territory"] = territory

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.driving_rules import DrivingRules # noqa: PLC0415
        from ..models.handling import Handling # noqa: PLC0415
        from ..models.shift import Shift # noqa: PLC0415
        from ..models.soft_limits import SoftLimits # noqa: PLC0415
        from ..models.territory import Territory # noqa: PLC0415
        from ..models.vehicle_capacity import VehicleCapacity # noqa: PLC0415
        from ..models.vehicle_costs import VehicleCosts # noqa: PLC0415
        from ..models.vehicle_limits import VehicleLimits # noqa: PLC0415
        from ..models.vehicle_metadata import VehicleMetadata # noqa: PLC0415
        d = dict(src_dict)
        vehicle_id = d.pop("vehicle_id")

        shifts = []
        _shifts = d.pop("shifts")
        for shifts_item_data in (_shifts):
            shifts_item = Shift.from_dict(shifts_item_data)



            shifts.append(shifts_item)


        count = d.pop("count", UNSET)

        _type_ = d.pop("type", UNSET)
        type_: Profile | Unset
        if isinstance(_type_,  Unset):
            type_ = UNSET
        else:
            type_ = Profile(_type_)




        profile = d.pop("profile", UNSET)

        speed_factor = d.pop("speed_factor", UNSET)

        service_factor = d.pop("service_factor", UNSET)

        _metadata = d.pop("metadata", UNSET)
        metadata: VehicleMetadata | Unset
        if isinstance(_metadata,  Unset):
            metadata = UNSET
        else:
            metadata = VehicleMetadata.from_dict(_metadata)




        _capacity = d.pop("capacity", UNSET)
        capacity: VehicleCapacity | Unset
        if isinstance(_capacity,  Unset):
            capacity = UNSET
        else:
            capacity = VehicleCapacity.from_dict(_capacity)




        attributes = cast(list[str], d.pop("attributes", UNSET))


        _costs = d.pop("costs", UNSET)
        costs: VehicleCosts | Unset
        if isinstance(_costs,  Unset):
            costs = UNSET
        else:
            costs = VehicleCosts.from_dict(_costs)




        _limits = d.pop("limits", UNSET)
        limits: VehicleLimits | Unset
        if isinstance(_limits,  Unset):
            limits = UNSET
        else:
            limits = VehicleLimits.from_dict(_limits)




        _soft_limits = d.pop("soft_limits", UNSET)
        soft_limits: SoftLimits | Unset
        if isinstance(_soft_limits,  Unset):
            soft_limits = UNSET
        else:
            soft_limits = SoftLimits.from_dict(_soft_limits)




        _driving_rules = d.pop("driving_rules", UNSET)
        driving_rules: DrivingRules | Unset
        if isinstance(_driving_rules,  Unset):
            driving_rules = UNSET
        else:
            driving_rules = DrivingRules.from_dict(_driving_rules)




        rest_between_shifts = d.pop("rest_between_shifts", UNSET)

        _loading = d.pop("loading", UNSET)
        loading: Handling | Unset
        if isinstance(_loading,  Unset):
            loading = UNSET
        else:
            loading = Handling.from_dict(_loading)




        _unloading = d.pop("unloading", UNSET)
        unloading: Handling | Unset
        if isinstance(_unloading,  Unset):
            unloading = UNSET
        else:
            unloading = Handling.from_dict(_unloading)




        _territory = d.pop("territory", UNSET)
        territory: Territory | Unset
        if isinstance(_territory,  Unset):
            territory = UNSET
        else:
            territory = Territory.from_dict(_territory)




        vehicle = cls(
            vehicle_id=vehicle_id,
            shifts=shifts,
            count=count,
            type_=type_,
            profile=profile,
            speed_factor=speed_factor,
            service_factor=service_factor,
            metadata=metadata,
            capacity=capacity,
            attributes=attributes,
            costs=costs,
            limits=limits,
            soft_limits=soft_limits,
            driving_rules=driving_rules,
            rest_between_shifts=rest_between_shifts,
            loading=loading,
            unloading=unloading,
            territory=territory,
        )

        return vehicle

