"""Runs a peer on a problem that our planner gets: the peers' side of `npm run bench:peers`.

    python3 scripts/peers/run.py PEER FOLDER OUT.json [--seconds 10] [--seed 1] [--vehicles-first] [--instance FILE]

PEER is pyvrp, vroom, ortools or hgs, from PyPI (`pyvrp`, `pyvroom`, `ortools`, `hygese`). FOLDER contains `problem.json`
and its tables. The plan is written to OUT.json in the format of a search thread's answer, to be judged by the caller.
`--vehicles-first` makes each vehicle expensive, for objectives that count vehicles before costs. `--instance` is the
file from which HGS-CVRP reads coordinates.

Prints one JSON object, whose `cpuSeconds` exclude building the peer's model. Exit code 3: the peer is not installed;
4: it cannot express the problem.
"""

import argparse
import importlib
import json
import sys

from plan import write_plan
from problem import CannotPose, read_problem

PEERS = {"pyvrp": "with_pyvrp", "vroom": "with_vroom", "ortools": "with_ortools", "hgs": "with_hgs"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("folder")
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--vehicles-first", action="store_true")
    parser.add_argument("--instance")
    arguments = parser.parse_args()
    try:
        peer = importlib.import_module(PEERS[arguments.peer])
    except ImportError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
    problem = read_problem(arguments.folder).coarser().fewer_vehicles()
    weight = problem.vehicle_weight() if arguments.vehicles_first else 0
    try:
        routes, used = peer.pose(problem, arguments.seconds, arguments.seed, weight, arguments.instance)
    except CannotPose as reason:
        print(reason, file=sys.stderr)
        sys.exit(4)
    write_plan(arguments.out, routes)
    print(json.dumps({"version": peer.VERSION, "cpuSeconds": used, "routes": len(routes)}))


main()
