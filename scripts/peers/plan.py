"""The answers of peers: routes in the format of a search thread's answer, with the fields that judging a plan needs."""

import json
import resource
from pathlib import Path

RELOAD = "reload"


def write_plan(path, routes):
    """Writes a plan. `routes` holds for each shift its stops in order, with `RELOAD` between them."""
    text = [{"shift": shift, "stops": [step(it) for it in steps]} for shift, steps in routes if steps]
    Path(path).write_text(json.dumps({"routes": text}))


def step(it):
    if it == RELOAD:
        return {"role": {"type": "reload", "position": 0}}
    return {"role": {"type": "order", "stop": it.idx, "option": it.option}}


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def scale_of(costs):
    """Returns the factor that makes all costs integers."""
    for scale in (1, 10, 100, 1000, 10_000):
        if all(abs(cost * scale - round(cost * scale)) < 1e-9 * max(1, cost * scale) for cost in costs):
            return scale
    return 1_000_000


def costs_of(problem):
    costs = {0.0}
    for shift in problem.shifts:
        costs |= {shift.fixed_cost, shift.cost_per_meter, shift.cost_per_second, shift.cost_per_overtime_second}
    return costs | {order.unserved_cost for order in problem.orders}
