from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.objective_balance import ObjectiveBalance
from ..models.objective_minimize_item import ObjectiveMinimizeItem
from ..models.objective_priorities import ObjectivePriorities
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.stability import Stability





T = TypeVar("T", bound="Objective")



@_attrs_define
class Objective:
    """ The objective: what makes a plan better than another.

        Attributes:
            minimize (list[ObjectiveMinimizeItem] | Unset): The terms to minimize, in order of priority. Unserved mandatory
                orders come first, then `vehicles` and `shifts`, wherever they are listed. Default: unserved, cost. Ties are
                broken by duration, then by distance.
            priorities (ObjectivePriorities | Unset): `strict`: an order is never left out for others of lower `priority`,
                however many. `weighted`: each weighs 1 + `priority`, and what is left out weighs as little as possible.
                Default: `strict`. Default: ObjectivePriorities.STRICT.
            balance (ObjectiveBalance | Unset): The quantity that `imbalance` compares. Default: `duration`. Default:
                ObjectiveBalance.DURATION.
            stability (Stability | Unset): The cost of changing `plan`: the plan changes only where the benefit is greater.
     """

    minimize: list[ObjectiveMinimizeItem] | Unset = UNSET
    priorities: ObjectivePriorities | Unset = ObjectivePriorities.STRICT
    balance: ObjectiveBalance | Unset = ObjectiveBalance.DURATION
    stability: Stability | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.stability import Stability # noqa: PLC0415
        minimize: list[str] | Unset = UNSET
        if not isinstance(self.minimize, Unset):
            minimize = []
            for minimize_item_data in self.minimize:
                minimize_item = minimize_item_data.value
                minimize.append(minimize_item)



        priorities: str | Unset = UNSET
        if not isinstance(self.priorities, Unset):
            priorities = self.priorities.value


        balance: str | Unset = UNSET
        if not isinstance(self.balance, Unset):
            balance = self.balance.value


        stability: dict[str, Any] | Unset = UNSET
        if not isinstance(self.stability, Unset):
            stability = self.stability.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if minimize is not UNSET:
            field_dict["minimize"] = minimize
        if priorities is not UNSET:
            field_dict["priorities"] = priorities
        if balance is not UNSET:
            field_dict["balance"] = balance
        if stability is not UNSET:
            field_dict["stability"] = stability

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.stability import Stability # noqa: PLC0415
        d = dict(src_dict)
        _minimize = d.pop("minimize", UNSET)
        minimize: list[ObjectiveMinimizeItem] | Unset = UNSET
        if _minimize is not UNSET:
            minimize = []
            for minimize_item_data in _minimize:
                minimize_item = ObjectiveMinimizeItem(minimize_item_data)



                minimize.append(minimize_item)


        _priorities = d.pop("priorities", UNSET)
        priorities: ObjectivePriorities | Unset
        if isinstance(_priorities,  Unset):
            priorities = UNSET
        else:
            priorities = ObjectivePriorities(_priorities)




        _balance = d.pop("balance", UNSET)
        balance: ObjectiveBalance | Unset
        if isinstance(_balance,  Unset):
            balance = UNSET
        else:
            balance = ObjectiveBalance(_balance)




        _stability = d.pop("stability", UNSET)
        stability: Stability | Unset
        if isinstance(_stability,  Unset):
            stability = UNSET
        else:
            stability = Stability.from_dict(_stability)




        objective = cls(
            minimize=minimize,
            priorities=priorities,
            balance=balance,
            stability=stability,
        )

        return objective

