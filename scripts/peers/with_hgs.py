"""HGS-CVRP: capacity only. Its SWAP* needs coordinates, from the instance's file; without them SWAP* is not used."""

from importlib import metadata

import hygese
import numpy
from plan import cpu_seconds
from problem import CannotPose

VERSION = metadata.version("hygese")
ABLE = {"a longest distance"}


def pose(problem, seconds, seed, _vehicle_weight, instance):
    problem.require(ABLE, "HGS-CVRP")
    depot = problem.shifts[0].start_place
    limit = problem.shifts[0].distance_meters_max
    if limit is not None or any(stop.service_seconds for order in problem.orders for stop in order.stops):
        raise CannotPose("HGS-CVRP is asked for capacity alone")
    if any(stop.windows[0][0] > 0 or stop.windows[0][1] < problem.horizon for order in problem.orders for stop in order.stops):
        raise CannotPose("HGS-CVRP cannot pose: windows")
    stops = [order.stops[0] for order in problem.orders]
    places = [depot, *(stop.place for stop in stops)]
    meters = numpy.array(problem.matrix(problem.meters[0]), dtype=float)[numpy.ix_(places, places)]
    data = {
        "distance_matrix": meters,
        "demands": [0, *(stop.load[0] for stop in stops)],
        "vehicle_capacity": problem.shifts[0].capacity[0],
        "depot": 0,
    }
    coordinates = coordinates_of(instance)
    if coordinates is not None and len(coordinates) == len(places):
        # HGS-CVRP refuses negative coordinates; only differences matter.
        points = coordinates - coordinates.min(axis=0)
        data |= {"x_coordinates": points[:, 0], "y_coordinates": points[:, 1]}
    # The maximum, or HGS-CVRP would stop early after as many iterations without improvement. Its clock is CPU time.
    rounds = 2**31 - 1
    parameters = hygese.AlgorithmParameters(timeLimit=seconds, seed=seed, nbIter=rounds)
    started = cpu_seconds()
    solution = hygese.Solver(parameters=parameters, verbose=False).solve_cvrp(data)
    used = cpu_seconds() - started
    if len(solution.routes) > len(problem.shifts):
        return [], used
    return [(problem.shifts[at].idx, [stops[it - 1] for it in route]) for at, route in enumerate(solution.routes)], used


def coordinates_of(path):
    """Returns the coordinates in a VRPLIB file whose first place is the depot; None for any other file."""
    if path is None or not path.endswith(".vrp"):
        return None
    points, is_inside = [], False
    with open(path, encoding="latin-1") as lines:
        for line in lines:
            if line.startswith("NODE_COORD_SECTION"):
                is_inside = True
            elif is_inside and not line.strip()[:1].isdigit():
                break
            elif is_inside:
                points.append([float(it) for it in line.split()[1:3]])
    return numpy.array(points) if points else None
