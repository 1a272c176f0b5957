"""PyVRP: everything but breaks, ride limits, open ends and several windows."""

from importlib import metadata
from itertools import groupby

import numpy
from plan import RELOAD, cpu_seconds, costs_of, scale_of
from problem import UNREACHABLE
from pyvrp import Client, Depot, Location, ProblemData, Shipment, VehicleType, solve

VERSION = metadata.version("pyvrp")
ABLE = {
    "pickups with dropoffs",
    "optional orders",
    "release times",
    "skills",
    "several kinds of vehicles",
    "several profiles",
    "a longest duration",
    "a longest distance",
    "reloads",
    "costs by duration",
    "overtime",
}


def pose(problem, seconds, seed, vehicle_weight, _instance):
    problem.require(ABLE, "PyVRP")
    data, posed = data_of(problem, vehicle_weight)
    started = cpu_seconds()
    ends = started + seconds
    result = solve(data, stop=lambda _cost: cpu_seconds() >= ends, seed=seed, collect_stats=False, display=False)
    used = cpu_seconds() - started
    is_plan = result.best.is_feasible()
    return (routes_of(problem, result.best, posed) if is_plan else []), used


def data_of(problem, vehicle_weight):
    scale = scale_of(costs_of(problem))
    whole = lambda cost: round(cost * scale)
    singles = [order for order in problem.orders if len(order.stops) == 1]
    pairs = [order for order in problem.orders if len(order.stops) == 2]
    places = sorted({shift.start_place for shift in problem.shifts} | {shift.end_place for shift in problem.shifts})
    depots = [Depot(location=place) for place in places]
    # PyVRP restricts who serves whom by distances, hence by profiles: one per table and set of orders to be served.
    able = {shift.idx: (shift.travel, tuple(shift.idx in order.shifts for order in problem.orders)) for shift in problem.shifts}
    profiles = sorted(set(able.values()))
    kinds = [list(group) for _, group in groupby(problem.shifts, key=lambda it: (it.kind(), able[it.idx]))]
    types = [type_of(group, places, profiles.index(able[group[0].idx]), whole, vehicle_weight) for group in kinds]
    data = ProblemData(
        locations=[Location(0, 0)] * problem.place_count,
        clients=[client(order, whole) for order in singles],
        depots=depots,
        vehicle_types=types,
        distance_matrices=[matrix(problem, problem.meters, profile) for profile in profiles],
        duration_matrices=[matrix(problem, problem.seconds, profile) for profile in profiles],
        shipments=[shipment(order, whole) for order in pairs],
    )
    return data, (singles, pairs, kinds)


def matrix(problem, tables, profile):
    table, may_serve = profile
    costs = numpy.array(problem.matrix(tables[table]), dtype=numpy.int64)
    served_at = {stop.place for order, may in zip(problem.orders, may_serve) if may for stop in order.stops}
    for order, may in zip(problem.orders, may_serve):
        for stop in order.stops:
            if not may and stop.place not in served_at:
                costs[stop.place, :] = UNREACHABLE
                costs[:, stop.place] = UNREACHABLE
    numpy.fill_diagonal(costs, 0)
    return costs


def type_of(group, places, profile, whole, vehicle_weight):
    shift = group[0]
    limits = {}
    if shift.distance_meters_max is not None:
        limits["max_distance"] = shift.distance_meters_max
    if shift.duration_seconds_max is not None:
        limits["shift_duration"] = shift.duration_seconds_max
    if shift.latest_end_at > shift.end_at:
        limits["shift_duration"] = shift.end_at - shift.start_at
        limits["max_overtime"] = shift.latest_end_at - shift.end_at
        limits["unit_overtime_cost"] = whole(shift.cost_per_overtime_second)
    return VehicleType(
        num_available=len(group),
        capacity=shift.capacity,
        start_depot=places.index(shift.start_place),
        end_depot=places.index(shift.end_place),
        fixed_cost=whole(shift.fixed_cost + vehicle_weight),
        tw_early=shift.start_at,
        tw_late=shift.latest_end_at,
        unit_distance_cost=whole(shift.cost_per_meter),
        unit_duration_cost=whole(shift.cost_per_second),
        profile=profile,
        reload_depots=[places.index(shift.start_place)] if shift.may_reload else [],
        **limits,
    )


def client(order, whole):
    stop = order.stops[0]
    opens_at, closes_at = stop.windows[0]
    is_pickup = stop.kind == "pickup"
    return Client(
        location=stop.place,
        delivery=[0] * len(stop.load) if is_pickup else stop.load,
        pickup=stop.load if is_pickup else [0] * len(stop.load),
        service_duration=stop.service_seconds,
        tw_early=opens_at,
        tw_late=closes_at,
        release_time=order.released_at,
        prize=whole(order.unserved_cost),
        required=order.is_mandatory,
    )


def shipment(order, whole):
    pickup, dropoff = order.stops
    return Shipment(
        pickup_location=pickup.place,
        delivery_location=dropoff.place,
        pickup_tw_early=pickup.windows[0][0],
        pickup_tw_late=pickup.windows[0][1],
        pickup_service_duration=pickup.service_seconds,
        delivery_tw_early=dropoff.windows[0][0],
        delivery_tw_late=dropoff.windows[0][1],
        delivery_service_duration=dropoff.service_seconds,
        amount=pickup.load,
        prize=whole(order.unserved_cost),
        required=order.is_mandatory,
    )


def routes_of(problem, solution, posed):
    singles, pairs, kinds = posed
    left = [list(group) for group in kinds]
    routes = []
    for route in solution.routes():
        steps = []
        for activity in route:
            if activity.is_client():
                steps.append(singles[activity.idx].stops[0])
            elif activity.is_pickup():
                steps.append(pairs[activity.idx].stops[0])
            elif activity.is_delivery():
                steps.append(pairs[activity.idx].stops[1])
            elif activity.is_depot():
                steps.append(RELOAD)
        # The first and the last depot are not reloads.
        while steps and steps[0] == RELOAD:
            steps = steps[1:]
        while steps and steps[-1] == RELOAD:
            steps = steps[:-1]
        routes.append((left[route.vehicle_type()].pop(0).idx, steps))
    return routes
