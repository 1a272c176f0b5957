from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.matrix_location import MatrixLocation
  from ..models.matrix_vehicle import MatrixVehicle





T = TypeVar("T", bound="MatrixRequest")



@_attrs_define
class MatrixRequest:
    """ A matrix request: locations, and the pairs to compute costs for.

        Attributes:
            locations (list[MatrixLocation]): The locations, at most 10000.
            vehicle (MatrixVehicle): The vehicle.
            weekend (bool | Unset): true: one window for the whole day. Default: false. Default: False.
            sources (list[int] | Unset): Indexes of `locations` to start from. Default: all.
            destinations (list[int] | Unset): Indexes of `locations` to reach. Default: all.
            force_containment (bool | Unset): If true, return a pair only if the source has every class of the destination.
                Default: false. Default: False.
            start_local_time (str | Unset): Only windows that touch the range from here. Default: 00:00:00. Default:
                '00:00:00'.
            end_local_time (str | Unset): End of the range; earlier than its start, it wraps midnight. Default: 23:59:59.
                Default: '23:59:59'.
            strict (bool | Unset): If true, refuse the request (422) if a location is on no road map, instead of estimating
                its costs. Default: false. Default: False.
            webhook_url (str | Unset): A public http or https URL that is notified when the job ends. Only with more than
                200 locations.
     """

    locations: list[MatrixLocation]
    vehicle: MatrixVehicle
    weekend: bool | Unset = False
    sources: list[int] | Unset = UNSET
    destinations: list[int] | Unset = UNSET
    force_containment: bool | Unset = False
    start_local_time: str | Unset = '00:00:00'
    end_local_time: str | Unset = '23:59:59'
    strict: bool | Unset = False
    webhook_url: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.matrix_location import MatrixLocation # noqa: PLC0415
        from ..models.matrix_vehicle import MatrixVehicle # noqa: PLC0415
        locations = []
        for locations_item_data in self.locations:
            locations_item = locations_item_data.to_dict()
            locations.append(locations_item)



        vehicle = self.vehicle.to_dict()

        weekend = self.weekend

        sources: list[int] | Unset = UNSET
        if not isinstance(self.sources, Unset):
            sources = self.sources



        destinations: list[int] | Unset = UNSET
        if not isinstance(self.destinations, Unset):
            destinations = self.destinations



        force_containment = self.force_containment

        start_local_time = self.start_local_time

        end_local_time = self.end_local_time

        strict = self.strict

        webhook_url = self.webhook_url


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "locations": locations,
            "vehicle": vehicle,
        })
        if weekend is not UNSET:
            field_dict["weekend"] = weekend
        if sources is not UNSET:
            field_dict["sources"] = sources
        if destinations is not UNSET:
            field_dict["destinations"] = destinations
        if force_containment is not UNSET:
            field_dict["force_containment"] = force_containment
        if start_local_time is not UNSET:
            field_dict["start_local_time"] = start_local_time
        if end_local_time is not UNSET:
            field_dict["end_local_time"] = end_local_time
        if strict is not UNSET:
            field_dict["strict"] = strict
        if webhook_url is not UNSET:
            field_dict["webhook_url"] = webhook_url

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.matrix_location import MatrixLocation # noqa: PLC0415
        from ..models.matrix_vehicle import MatrixVehicle # noqa: PLC0415
        d = dict(src_dict)
        locations = []
        _locations = d.pop("locations")
        for locations_item_data in (_locations):
            locations_item = MatrixLocation.from_dict(locations_item_data)



            locations.append(locations_item)


        vehicle = MatrixVehicle.from_dict(d.pop("vehicle"))




        weekend = d.pop("weekend", UNSET)

        sources = cast(list[int], d.pop("sources", UNSET))


        destinations = cast(list[int], d.pop("destinations", UNSET))


        force_containment = d.pop("force_containment", UNSET)

        start_local_time = d.pop("start_local_time", UNSET)

        end_local_time = d.pop("end_local_time", UNSET)

        strict = d.pop("strict", UNSET)

        webhook_url = d.pop("webhook_url", UNSET)

        matrix_request = cls(
            locations=locations,
            vehicle=vehicle,
            weekend=weekend,
            sources=sources,
            destinations=destinations,
            force_containment=force_containment,
            start_local_time=start_local_time,
            end_local_time=end_local_time,
            strict=strict,
            webhook_url=webhook_url,
        )

        return matrix_request

