"""VROOM: its objective counts driving but neither waiting nor service, and it leaves out nothing that it could serve.

Some features are approximated: instead of a ride limit, dropoffs close so early that no ride can be longer; shifts end
at their regular ends, without overtime; optional orders are served where possible, whatever they cost.

Its time limit is wall-clock time, not processor time, and it stops early when its searches have ended. If other work
took the processor, it is run again with a longer limit.
"""

import time
from datetime import timedelta
from importlib import metadata

import numpy
import vroom
from plan import cpu_seconds

VERSION = metadata.version("pyvroom")
ABLE = {
    "pickups with dropoffs",
    "optional orders",
    "skills",
    "several windows",
    "several kinds of vehicles",
    "several profiles",
    "breaks",
    "open ends",
    "overtime",
    "ride limits",
    "a longest distance",
    "costs by duration",
}
EXPLORATION_LEVEL = 5
# Later times are as good as unlimited, and VROOM cannot represent them.
TIME_MAX = 2**31
NEVER = 2**62
ATTEMPTS_MAX = 3
# The share of a limit that counts as having used it up.
ENOUGH = 0.9


def pose(problem, seconds, _seed, vehicle_weight, _instance):
    problem.require(ABLE, "VROOM")
    limit = seconds
    for _ in range(ATTEMPTS_MAX):
        posed = input_of(problem, vehicle_weight)
        started, before = time.monotonic(), cpu_seconds()
        solution = posed.solve(exploration_level=EXPLORATION_LEVEL, nb_threads=1, timeout=timedelta(seconds=limit))
        used = cpu_seconds() - before
        has_ended_itself = time.monotonic() - started < ENOUGH * limit
        if has_ended_itself or used >= ENOUGH * seconds:
            break
        limit *= min(4, seconds / max(used, 0.1))
    return routes_of(problem, solution), used


def input_of(problem, vehicle_weight):
    posed = vroom.Input()
    for at in sorted({shift.travel for shift in problem.shifts}):
        posed.set_durations_matrix(str(at), numpy.array(problem.matrix(problem.seconds[at]), dtype="uint32"))
        posed.set_distances_matrix(str(at), numpy.array(problem.matrix(problem.meters[at]), dtype="uint32"))
    scale = scale_of(problem)
    ids = skill_ids(problem)
    for shift in problem.shifts:
        posed.add_vehicle(vehicle(shift, scale, vehicle_weight, ids))
    for order in problem.orders:
        skills = {ids[tuple(order.shifts)]}
        if len(order.stops) == 1:
            posed.add_job(job(order, skills))
        else:
            posed.add_shipment(*steps(order), vroom.Amount(order.stops[0].load), skills)
    return posed


def scale_of(problem):
    """Returns a scale for costs, since VROOM's costs per hour and kilometer are integers."""
    costs = [it for shift in problem.shifts for it in (shift.cost_per_meter * 1000, shift.cost_per_second * 3600, shift.fixed_cost)]
    return next((it for it in (1, 10, 100, 1000) if all(abs(cost * it - round(cost * it)) < 1e-6 for cost in costs)), 1000)


def skill_ids(problem):
    """Returns one skill per set of shifts that orders have, to restrict which shifts may serve an order."""
    return {shifts: at for at, shifts in enumerate(sorted({tuple(order.shifts) for order in problem.orders}))}


def vehicle(shift, scale, vehicle_weight, ids):
    return vroom.Vehicle(
        id=shift.idx,
        start=shift.start_place,
        end=shift.end_place,
        profile=str(shift.travel),
        capacity=shift.capacity,
        skills={skill for shifts, skill in ids.items() if shift.idx in shifts},
        time_window=vroom.TimeWindow(shift.start_at, shift.end_at) if shift.end_at <= TIME_MAX else None,
        breaks=[vroom.Break(at, time_windows=windows(each), service=seconds) for at, (seconds, each) in enumerate(shift.breaks)],
        costs=vroom.VehicleCosts(
            fixed=round((shift.fixed_cost + vehicle_weight) * scale),
            per_hour=round(shift.cost_per_second * 3600 * scale),
            per_km=round(shift.cost_per_meter * 1000 * scale),
        ),
        max_distance=shift.distance_meters_max if shift.distance_meters_max is not None else 4294967295,
    )


def windows(each):
    """Returns VROOM's windows; empty if any time is allowed."""
    if each[-1][1] > TIME_MAX:
        return []
    return [vroom.TimeWindow(opens_at, closes_at) for opens_at, closes_at in each]


def job(order, skills):
    stop = order.stops[0]
    amounts = {"pickup": {"pickup": vroom.Amount(stop.load)}, "dropoff": {"delivery": vroom.Amount(stop.load)}}
    return vroom.Job(
        id=stop.idx,
        location=stop.place,
        default_service=stop.service_seconds,
        skills=skills,
        time_windows=windows(stop.windows),
        **(amounts.get(stop.kind, {}) if stop.load else {}),
    )


def steps(order):
    pickup, dropoff = order.stops
    closes_at = NEVER
    if order.ride_seconds_max is not None:
        closes_at = pickup.windows[0][0] + pickup.service_seconds + order.ride_seconds_max
    each = [(a, min(b, closes_at)) for a, b in dropoff.windows if a <= closes_at]
    return [
        vroom.ShipmentStep(
            id=stop.idx, location=stop.place, default_service=stop.service_seconds, time_windows=windows(its)
        )
        for stop, its in ((pickup, pickup.windows), (dropoff, each or dropoff.windows))
    ]


def routes_of(problem, solution):
    stops = {stop.idx: stop for order in problem.orders for stop in order.stops}
    frame, routes = solution.routes, {}
    if "id" not in frame:
        return []
    for shift, kind, number in zip(frame["vehicle_id"], frame["type"], frame["id"]):
        if kind in ("job", "pickup", "delivery"):
            routes.setdefault(int(shift), []).append(stops[int(number)])
    return list(routes.items())
