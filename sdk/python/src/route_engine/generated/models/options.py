from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.options_geometry import OptionsGeometry
from ..models.options_mode import OptionsMode
from ..models.options_time_format import OptionsTimeFormat
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="Options")



@_attrs_define
class Options:
    """ Options of the search and of the response.

        Attributes:
            mode (OptionsMode | Unset): `check` judges `plan` as it stands, `insert` keeps it and places what is not in it.
                Default: `optimize`. Default: OptionsMode.OPTIMIZE.
            time_limit (float | Unset): Seconds to search. Where the answer is waited for 5 by default, and at most 25; the
                default of mode `insert` is 0.5 and 0.05 for each visit that is not planned yet, up to 5. For a job 0.1 a visit
                by default, from 10 to 600.
            max_iterations (int | None | Unset): The most iterations of the search. Default: as many as the time limit
                allows.
            now (int | str | Unset): A time: ISO 8601, in local time if it has no offset, or Unix seconds.
            seed (int | Unset): The seed of the random generator: the same request with the same `seed` and `max_iterations`
                gets the same plan.
            time_format (OptionsTimeFormat | Unset): The format of times in the response. Default: `iso`. Default:
                OptionsTimeFormat.ISO.
            geometry (OptionsGeometry | Unset): The format of route geometry. Default: `polyline`. Default:
                OptionsGeometry.POLYLINE.
            explain (bool | Unset): If true, the response gives reasons for unserved orders. Default: true. Default: True.
            webhook_url (str | Unset): For jobs: a public http or https URL that is notified when the job ends.
     """

    mode: OptionsMode | Unset = OptionsMode.OPTIMIZE
    time_limit: float | Unset = UNSET
    max_iterations: int | None | Unset = UNSET
    now: int | str | Unset = UNSET
    seed: int | Unset = UNSET
    time_format: OptionsTimeFormat | Unset = OptionsTimeFormat.ISO
    geometry: OptionsGeometry | Unset = OptionsGeometry.POLYLINE
    explain: bool | Unset = True
    webhook_url: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        mode: str | Unset = UNSET
        if not isinstance(self.mode, Unset):
            mode = self.mode.value


        time_limit = self.time_limit

        max_iterations: int | None | Unset
        if isinstance(self.max_iterations, Unset):
            max_iterations = UNSET
        else:
            max_iterations = self.max_iterations

        now: int | str | Unset
        if isinstance(self.now, Unset):
            now = UNSET
        else:
            now = self.now

        seed = self.seed

        time_format: str | Unset = UNSET
        if not isinstance(self.time_format, Unset):
            time_format = self.time_format.value


        geometry: str | Unset = UNSET
        if not isinstance(self.geometry, Unset):
            geometry = self.geometry.value


        explain = self.explain

        webhook_url = self.webhook_url


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if mode is not UNSET:
            field_dict["mode"] = mode
        if time_limit is not UNSET:
            field_dict["time_limit"] = time_limit
        if max_iterations is not UNSET:
            field_dict["max_iterations"] = max_iterations
        if now is not UNSET:
            field_dict["now"] = now
        if seed is not UNSET:
            field_dict["seed"] = seed
        if time_format is not UNSET:
            field_dict["time_format"] = time_format
        if geometry is not UNSET:
            field_dict["geometry"] = geometry
        if explain is not UNSET:
            field_dict["explain"] = explain
        if webhook_url is not UNSET:
            field_dict["webhook_url"] = webhook_url

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _mode = d.pop("mode", UNSET)
        mode: OptionsMode | Unset
        if isinstance(_mode,  Unset):
            mode = UNSET
        else:
            mode = OptionsMode(_mode)




        time_limit = d.pop("time_limit", UNSET)

        def _parse_max_iterations(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_iterations = _parse_max_iterations(d.pop("max_iterations", UNSET))


        def _parse_now(data: object) -> int | str | Unset:
            if isinstance(data, Unset):
                return data
            return cast(int | str | Unset, data)

        now = _parse_now(d.pop("now", UNSET))


        seed = d.pop("seed", UNSET)

        _time_format = d.pop("time_format", UNSET)
        time_format: OptionsTimeFormat | Unset
        if isinstance(_time_format,  Unset):
            time_format = UNSET
        else:
            time_format = OptionsTimeFormat(_time_format)




        _geometry = d.pop("geometry", UNSET)
        geometry: OptionsGeometry | Unset
        if isinstance(_geometry,  Unset):
            geometry = UNSET
        else:
            geometry = OptionsGeometry(_geometry)




        explain = d.pop("explain", UNSET)

        webhook_url = d.pop("webhook_url", UNSET)

        options = cls(
            mode=mode,
            time_limit=time_limit,
            max_iterations=max_iterations,
            now=now,
            seed=seed,
            time_format=time_format,
            geometry=geometry,
            explain=explain,
            webhook_url=webhook_url,
        )

        return options

