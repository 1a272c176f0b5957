"""The problem that our planner gets, in the form that peers need: read from `problem.json` and the tables beside it.

`features` names everything in a problem beyond places, windows, loads and costs. A peer that cannot express one of them
is not asked, or states which of them it leaves out.
"""

import array
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

# Farther than any pair connected by roads, and small enough that sums of many do not overflow.
UNREACHABLE = 10**8
# If the farthest pair exceeds this, the unit is finer than needed, and PyVRP's penalties are too small for it.
FARTHEST = 2 * 10**5


class CannotPose(Exception):
    """The peer cannot express the problem."""


@dataclass
class Stop:
    idx: int
    option: int
    kind: str
    place: int
    service_seconds: int
    windows: list[tuple[int, int]]
    load: list[int]


@dataclass
class Order:
    idx: int
    stops: list[Stop]
    is_mandatory: bool
    unserved_cost: float
    released_at: int
    ride_seconds_max: int | None
    # The indexes of the shifts that may serve it.
    shifts: list[int]


@dataclass
class Shift:
    idx: int
    travel: int
    start_place: int | None
    end_place: int | None
    start_at: int
    end_at: int
    latest_end_at: int
    capacity: list[int]
    fixed_cost: float
    cost_per_meter: float
    cost_per_second: float
    cost_per_overtime_second: float
    duration_seconds_max: int | None
    distance_meters_max: int | None
    may_reload: bool
    breaks: list[tuple[int, list[tuple[int, int]]]]

    def kind(self):
        """Returns a key that is equal for shifts that differ only in their index."""
        return json.dumps([value for name, value in vars(self).items() if name != "idx"])


@dataclass
class Problem:
    place_count: int
    shifts: list[Shift]
    orders: list[Order]
    # One matrix per table, row-major.
    meters: list[array.array]
    seconds: list[array.array]
    vehicles_first: bool
    dimension_count: int
    # All times are relative to this.
    epoch: int
    horizon: int
    features: set[str] = field(default_factory=set)

    def matrix(self, table):
        """Returns the rows of one table, with a large value for pairs that no road connects."""
        count = self.place_count
        far = lambda value: UNREACHABLE if value < 0 else value
        return [[far(value) for value in table[row * count : (row + 1) * count]] for row in range(count)]

    def coarser(self):
        """Uses a coarser unit if numbers are too large for peers. Rounding only tightens, so plans stay feasible."""
        farthest = max(max(table) for table in self.meters)
        unit = 1
        while farthest // unit > FARTHEST:
            unit *= 10
        if unit == 1:
            return self
        up = lambda value: None if value is None else -(-value // unit)
        down = lambda value: None if value is None else value // unit
        window = lambda it: (up(it[0]), down(it[1]))
        for stop in (stop for order in self.orders for stop in order.stops):
            stop.service_seconds = up(stop.service_seconds)
            stop.windows = [window(it) for it in stop.windows]
        for order in self.orders:
            order.released_at, order.unserved_cost = up(order.released_at), order.unserved_cost / unit
            order.ride_seconds_max = down(order.ride_seconds_max)
        for shift in self.shifts:
            shift.start_at, shift.end_at, shift.latest_end_at = up(shift.start_at), down(shift.end_at), down(shift.latest_end_at)
            shift.duration_seconds_max, shift.distance_meters_max = down(shift.duration_seconds_max), down(shift.distance_meters_max)
            shift.breaks = [(up(seconds), [window(it) for it in windows]) for seconds, windows in shift.breaks]
            shift.fixed_cost /= unit
        tables = lambda each: [array.array("i", (up(value) if value > 0 else value for value in table)) for table in each]
        self.meters, self.seconds, self.horizon = tables(self.meters), tables(self.seconds), down(self.horizon)
        return self

    def fewer_vehicles(self):
        """Reduces an as good as unlimited fleet to as many vehicles as could be needed, because peers try each."""
        count = len(self.shifts)
        if count < len(self.orders) or len({it.kind() for it in self.shifts}) > 1 or not self.shifts[0].capacity:
            return self
        load = sum(stop.load[0] for order in self.orders for stop in order.stops)
        keep = -(-load * 5 // (4 * self.shifts[0].capacity[0])) + 10
        self.shifts = self.shifts[:keep]
        for order in self.orders:
            order.shifts = [it for it in order.shifts if it < keep]
        return self

    def vehicle_weight(self):
        """Returns a cost per vehicle that outweighs driving to the farthest place many times over."""
        farthest = max(max(table) for table in self.meters)
        slowest = max(max(table) for table in self.seconds)
        return 20 * max(farthest * it.cost_per_meter + slowest * it.cost_per_second for it in self.shifts)

    def require(self, able, name):
        """Raises `CannotPose` if the problem has features that `name` cannot express."""
        lacking = sorted(self.features - able)
        if lacking:
            raise CannotPose(f"{name} cannot pose: {', '.join(lacking)}")


def read_problem(folder):
    folder = Path(folder)
    message = json.loads((folder / "problem.json").read_text())
    names = sorted(folder.glob("meters*"))
    meters = [numbers(path) for path in names]
    seconds = [numbers(path.with_name(path.name.replace("meters", "seconds"))) for path in names]
    epoch = min(shift["start_at"] for shift in message["shifts"])
    horizon = max(shift["latest_end_at"] for shift in message["shifts"]) - epoch
    features = features_of(message)
    shifts = [read_shift(message, idx, epoch) for idx in range(len(message["shifts"]))]
    attributes = [set(shift["attributes"]) for shift in message["shifts"]]
    orders = [read_order(message, idx, epoch, horizon, attributes) for idx in range(len(message["orders"]))]
    for order in orders:
        features |= order_features(order, len(shifts))
    if len({shift.kind() for shift in shifts}) > 1:
        features.add("several kinds of vehicles")
    if len(meters) > 1:
        features.add("several profiles")
    minimize = message["objective"]["minimize"]
    return Problem(
        place_count=len(message["places"]),
        shifts=shifts,
        orders=orders,
        meters=meters,
        seconds=seconds,
        vehicles_first="vehicles" in minimize and minimize.index("vehicles") < minimize.index("cost"),
        dimension_count=message["dimension_count"],
        epoch=epoch,
        horizon=horizon,
        features=features,
    )


def numbers(path):
    values = array.array("i")
    values.frombytes(path.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return values


def features_of(message):
    """Returns the features of the problem as a whole; peers can express few of them."""
    features = set()
    name = lambda is_there, feature: features.add(feature) if is_there else None
    name(any(it["lane_count"] > 1 for it in message["travel"]), "traffic")
    name(message["relations"], "relations")
    name(message["plan"], "a given plan")
    name(message["incompatible_load_types"], "load types")
    for order in message["orders"]:
        name(order["rules"], "periodic orders")
        name(order["any_of_attributes"] or order["preferred_vehicles"], "wishes for vehicles")
        name(order["load_order"] != "any", "an order of loading")
        name(order["allowed_vehicles"] is not None or order["forbidden_vehicles"], "named vehicles")
    for vehicle in message["vehicles"]:
        costs = vehicle["costs"]
        name(costs["per_stop"] or costs["per_waiting_hour"], "costs of stops and waiting")
        name(vehicle["driving_rules"], "driving rules")
        limits = vehicle["limits"]
        name(limits["duration_seconds"] is not None, "a longest duration")
        name(limits["distance_meters"] is not None, "a longest distance")
        others = ("driving_seconds", "stop_count", "waiting_seconds")
        spans = [*vehicle["limits_per_week"].values(), *vehicle["limits_per_period"].values()]
        name(any(limits[it] is not None for it in others) or any(it is not None for it in spans), "limits")
        name(vehicle["shifts"][1] - vehicle["shifts"][0] > 1, "several shifts a vehicle")
        name(costs["per_hour"], "costs by duration")
    for shift in message["shifts"]:
        name(shift["soft_breaks"], "soft breaks")
        name(shift["breaks"], "breaks")
        name(any(it["place"] is not None for it in shift["breaks"]), "breaks at places")
        name(shift["reloads"], "reloads")
        name(any(it["place"] != shift["start_place"] or it["seconds"] for it in shift["reloads"]), "reloads elsewhere")
        name(shift["start_place"] is None or shift["end_place"] is None, "open ends")
        name(shift["overtime_end_at"] > shift["end_at"], "overtime")
    name(any(it["soft_windows"] for it in message["options"]), "soft windows")
    name(any(it["setup_seconds"] for it in message["options"] + message["places"]), "setup times")
    name(any(it["options"][1] - it["options"][0] > 1 for it in message["stops"]), "alternatives")
    return features


def order_features(order, shift_count):
    features = set()
    if len(order.stops) > 1:
        features.add("pickups with dropoffs" if len(order.stops) == 2 else "orders of many stops")
    if not order.is_mandatory:
        features.add("optional orders")
    if order.released_at > 0:
        features.add("release times")
    if order.ride_seconds_max is not None:
        features.add("ride limits")
    if len(order.shifts) < shift_count:
        features.add("skills")
    if any(len(stop.windows) > 1 for stop in order.stops):
        features.add("several windows")
    return features


def read_shift(message, idx, epoch):
    shift = message["shifts"][idx]
    vehicle = message["vehicles"][shift["vehicle"]]
    costs, limits = vehicle["costs"], vehicle["limits"]
    return Shift(
        idx=idx,
        travel=vehicle["travel"],
        start_place=shift["start_place"],
        end_place=shift["end_place"],
        start_at=shift["start_at"] - epoch,
        end_at=shift["end_at"] - epoch,
        latest_end_at=shift["latest_end_at"] - epoch,
        capacity=[UNREACHABLE if it is None else it for it in vehicle["capacity"]],
        fixed_cost=costs["fixed"],
        cost_per_meter=costs["per_kilometer"] / 1000,
        cost_per_second=costs["per_hour"] / 3600,
        cost_per_overtime_second=costs["per_overtime_hour"] / 3600,
        duration_seconds_max=limits["duration_seconds"],
        distance_meters_max=limits["distance_meters"],
        may_reload=bool(shift["reloads"]),
        breaks=[(it["seconds"], [(a - epoch, b - epoch) for a, b in it["windows"]]) for it in shift["breaks"]],
    )


def read_order(message, idx, epoch, horizon, attributes):
    order = message["orders"][idx]
    visit = message["visits"][order["visits"][0]]
    needed, banned = set(order["required_attributes"]), set(order["forbidden_attributes"])
    # Peers need only the shifts that may serve the order, not the attributes.
    shifts = [at for at, has in enumerate(attributes) if needed <= has and not banned & has]
    stops = []
    for at in range(*visit["stops"]):
        stop = message["stops"][at]
        option = message["options"][stop["options"][0]]
        windows = [
            (0 if opens is None else max(0, opens - epoch), horizon if closes is None else closes - epoch)
            for opens, closes in option["windows"]
        ]
        stops.append(
            Stop(
                idx=at,
                option=stop["options"][0],
                kind=stop["kind"],
                place=option["place"],
                service_seconds=option["service_seconds"],
                windows=[it for it in windows if it[1] >= 0] or [(0, horizon)],
                load=stop["load"],
            )
        )
    released_at = visit["release_at"]
    return Order(
        idx=idx,
        stops=stops,
        is_mandatory=order["mandatory"],
        unserved_cost=order["unserved_cost"],
        released_at=0 if released_at is None else max(0, released_at - epoch),
        ride_seconds_max=order["ride_seconds_max"],
        shifts=shifts,
    )
