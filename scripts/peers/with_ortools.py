"""OR-Tools' routing library: guided local search, stopped after a given processor time.

Each stop is a node, since several stops may be at one place, and so is each place where shifts start or end.
"""

import numpy
import ortools
from ortools.constraint_solver import pywrapcp, routing_enums_pb2
from plan import costs_of, cpu_seconds, scale_of
from problem import UNREACHABLE, CannotPose

VERSION = ortools.__version__
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
    "a longest duration",
    "costs by duration",
    "release times",
}
# The maximum, since its matrices are passed as Python lists.
STOPS_MAX = 5000
# The factor of wall-clock time after which it ends anyway, if other work has taken the processor.
PATIENCE = 6
# The cost of leaving out a mandatory order, in units of the most expensive route of one order.
MANDATORY = 100


def pose(problem, seconds, seed, vehicle_weight, _instance):
    problem.require(ABLE, "OR-Tools")
    model = Model(problem, vehicle_weight)
    started = cpu_seconds()
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    strategies = routing_enums_pb2.FirstSolutionStrategy
    parameters.first_solution_strategy = strategies.PARALLEL_CHEAPEST_INSERTION
    parameters.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    parameters.time_limit.FromSeconds(max(1, int(seconds * PATIENCE)))
    routing = model.routing
    routing.solver().ReSeed(seed)
    routing.AddSearchMonitor(routing.solver().CustomLimit(lambda: cpu_seconds() - started >= seconds))
    solution = routing.SolveWithParameters(parameters)
    used = cpu_seconds() - started
    return ([] if solution is None else model.routes(solution)), used


class Model:
    def __init__(self, problem, vehicle_weight):
        self.problem = problem
        self.stops = [stop for order in problem.orders for stop in order.stops]
        count = len(self.stops)
        if count > STOPS_MAX:
            raise CannotPose(f"OR-Tools is not asked for more than {STOPS_MAX} stops")
        self.node_of = {stop.idx: at for at, stop in enumerate(self.stops)}
        # None stands for the end of a route that may end anywhere.
        at_ends = list(dict.fromkeys(place for it in problem.shifts for place in (it.start_place, it.end_place)))
        starts = [count + at_ends.index(shift.start_place) for shift in problem.shifts]
        ends = [count + at_ends.index(shift.end_place) for shift in problem.shifts]
        # Indexed by node.
        self.place = [stop.place for stop in self.stops] + at_ends
        self.service = [stop.service_seconds for stop in self.stops] + [0] * len(at_ends)
        self.manager = pywrapcp.RoutingIndexManager(len(self.place), len(problem.shifts), starts, ends)
        self.routing = pywrapcp.RoutingModel(self.manager)
        self.scale = scale_of(costs_of(problem))
        farthest = max(max(table) for table in problem.meters)
        self.dearest = 1 + max(order.unserved_cost for order in problem.orders)
        self.dearest += max(
            shift.fixed_cost + vehicle_weight + 3 * farthest * shift.cost_per_meter
            + min(problem.horizon, 10**7) * (shift.cost_per_second + shift.cost_per_overtime_second)
            for shift in problem.shifts
        )
        self.add_travel(vehicle_weight)
        self.add_loads()
        self.add_orders()

    def nodes_matrix(self, table, service):
        """Returns a matrix by node: the table's values between their places, plus the service time at the first."""
        count = self.problem.place_count
        between = numpy.array(table, dtype=numpy.int64).reshape(count, count)
        between[between < 0] = UNREACHABLE
        # An additional place, for the ends of routes that may end anywhere.
        between = numpy.pad(between, ((0, 1), (0, 1)))
        places = [count if place is None else place for place in self.place]
        rows = between[numpy.ix_(places, places)]
        return rows + numpy.array(self.service)[:, None] if service else rows

    def add_travel(self, vehicle_weight):
        problem, routing = self.problem, self.routing
        times = {at: routing.RegisterTransitMatrix(self.nodes_matrix(table, service=True).tolist()) for at, table in enumerate(problem.seconds)}
        distances, costs = {}, {}
        for at, table in enumerate(problem.meters):
            distances[at] = self.nodes_matrix(table, service=False)
        for number, shift in enumerate(problem.shifts):
            kind = (shift.travel, shift.cost_per_meter)
            if kind not in costs:
                rows = numpy.rint(distances[shift.travel] * (shift.cost_per_meter * self.scale))
                costs[kind] = routing.RegisterTransitMatrix(rows.astype(numpy.int64).tolist())
            routing.SetArcCostEvaluatorOfVehicle(costs[kind], number)
            routing.SetFixedCostOfVehicle(round((shift.fixed_cost + vehicle_weight) * self.scale), number)
        horizon = problem.horizon
        routing.AddDimensionWithVehicleTransits([times[shift.travel] for shift in problem.shifts], horizon, horizon, False, "time")
        self.time = routing.GetDimensionOrDie("time")
        for number, shift in enumerate(problem.shifts):
            self.add_shift(number, shift)
        if "a longest distance" in problem.features:
            rows = {at: routing.RegisterTransitMatrix(each.tolist()) for at, each in distances.items()}
            limits = [2**40 if it.distance_meters_max is None else it.distance_meters_max for it in problem.shifts]
            evaluators = [rows[shift.travel] for shift in problem.shifts]
            routing.AddDimensionWithVehicleTransitAndCapacity(evaluators, 0, limits, True, "meters")

    def add_shift(self, number, shift):
        routing, time = self.routing, self.time
        start, end = routing.Start(number), routing.End(number)
        time.CumulVar(start).SetRange(shift.start_at, shift.latest_end_at)
        time.CumulVar(end).SetRange(shift.start_at, shift.latest_end_at)
        routing.AddVariableMinimizedByFinalizer(time.CumulVar(end))
        routing.AddVariableMaximizedByFinalizer(time.CumulVar(start))
        if shift.cost_per_second > 0:
            time.SetSpanCostCoefficientForVehicle(round(shift.cost_per_second * self.scale), number)
        if shift.latest_end_at > shift.end_at:
            time.SetCumulVarSoftUpperBound(end, shift.end_at, round(shift.cost_per_overtime_second * self.scale))
        if shift.duration_seconds_max is not None:
            time.SetSpanUpperBoundForVehicle(shift.duration_seconds_max, number)
        if shift.breaks:
            solver = routing.solver()
            intervals = [
                solver.FixedDurationIntervalVar(windows[0][0], windows[0][1], seconds, False, f"break {at}")
                for at, (seconds, windows) in enumerate(shift.breaks)
            ]
            service = [0] * routing.Size()
            for node, seconds in enumerate(self.service[: len(self.stops)]):
                service[self.manager.NodeToIndex(node)] = seconds
            time.SetBreakIntervalsOfVehicle(intervals, number, service)

    def add_loads(self):
        """Deliveries are loaded at the start, pickups stay until the end: two dimensions that only grow or fall."""
        problem, routing = self.problem, self.routing
        capacities = lambda at: [shift.capacity[at] for shift in problem.shifts]
        for at in range(problem.dimension_count):
            changes = [0] * len(self.place)
            for order in problem.orders:
                for stop in order.stops:
                    sign = 1 if stop.kind == "pickup" or len(order.stops) == 1 else -1
                    changes[self.node_of[stop.idx]] = sign * stop.load[at]
            evaluator = routing.RegisterUnaryTransitVector(changes)
            routing.AddDimensionWithVehicleCapacity(evaluator, 0, capacities(at), True, f"load {at}")

    def add_orders(self):
        problem, routing, manager = self.problem, self.routing, self.manager
        mandatory = round(MANDATORY * self.dearest * self.scale)
        for order in problem.orders:
            indexes = [manager.NodeToIndex(self.node_of[stop.idx]) for stop in order.stops]
            penalty = mandatory if order.is_mandatory else round(order.unserved_cost * self.scale)
            for at, (index, stop) in enumerate(zip(indexes, order.stops)):
                routing.AddDisjunction([index], penalty if at == 0 else 0)
                self.set_windows(index, stop.windows, order.released_at)
                if len(order.shifts) < len(problem.shifts):
                    routing.VehicleVar(index).SetValues([-1, *order.shifts])
            if len(indexes) == 2:
                self.add_shipment(order, *indexes)

    def set_windows(self, index, windows, released_at):
        time = self.time.CumulVar(index)
        time.SetRange(max(windows[0][0], released_at), min(windows[-1][1], self.problem.horizon))
        for (_, closes_at), (opens_at, _) in zip(windows, windows[1:]):
            time.RemoveInterval(closes_at + 1, opens_at - 1)

    def add_shipment(self, order, pickup, dropoff):
        routing, time, solver = self.routing, self.time, self.routing.solver()
        routing.AddPickupAndDelivery(pickup, dropoff)
        solver.Add(routing.VehicleVar(pickup) == routing.VehicleVar(dropoff))
        solver.Add(routing.ActiveVar(pickup) == routing.ActiveVar(dropoff))
        solver.Add(time.CumulVar(pickup) <= time.CumulVar(dropoff))
        if order.ride_seconds_max is not None:
            limit = order.ride_seconds_max + order.stops[0].service_seconds
            solver.Add(time.CumulVar(dropoff) - time.CumulVar(pickup) <= limit)

    def routes(self, solution):
        routing, routes = self.routing, []
        for number, shift in enumerate(self.problem.shifts):
            steps, index = [], solution.Value(routing.NextVar(routing.Start(number)))
            while not routing.IsEnd(index):
                steps.append(self.stops[self.manager.IndexToNode(index)])
                index = solution.Value(routing.NextVar(index))
            routes.append((shift.idx, steps))
        return routes
