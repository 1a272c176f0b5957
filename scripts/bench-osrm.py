"""The OSRM side of `npm run bench:roads`: measures OSRM with the same points on the same map, on the same core.

    python3 scripts/bench-osrm.py MAP.osm.pbf POINTS.json WORKDIR              figures
    python3 scripts/bench-osrm.py MAP.osm.pbf POINTS.json WORKDIR --routes K   K routes, node by node
    python3 scripts/bench-osrm.py MAP.osm.pbf POINTS.json WORKDIR --reference  all pairs, for `cli compare`

Prints one JSON object. OSRM is the PyPI package `osrm-bindings`, which contains its programs and profiles. Without it
the exit code is 3, so that the caller can report that OSRM was left out. POINTS is `{"lonlat": [[lon, lat], ...]}`.

OSRM is asked for what we compute: shortest times. By default its car profile weighs by "routability", and a table then
contains the durations of paths that are not the fastest; therefore `weight_name` is 'duration' here, and everything
else is left at its default. OSRM uses a contraction hierarchy, its fastest algorithm. It takes about a minute of CPU
for a metropolis to build, so it is cached in WORKDIR by the hash of the map.

Figures are CPU time of the whole process in milliseconds, as medians of repeated runs after a warm-up run: on a shared
machine, CPU time varies less than wall-clock time. OSRM's bindings return answers only as a JSON tree: the figures
include building it, but neither reading nor freeing it.
"""

import argparse
import hashlib
import json
import os
import platform
import random
import resource
import statistics
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
from importlib import metadata
from pathlib import Path

try:
    import osrm

    OSRM_VERSION = metadata.version("osrm-bindings")
except ImportError:
    print("osrm-bindings is not installed: pip install osrm-bindings (Python 3.12 or newer)", file=sys.stderr)
    sys.exit(3)

TABLE_SIZES = (200, 1000, 2000)
ROUTE_COUNT = 200
NEAREST_COUNT = 2000
SEED = 42
OSM_ID_BYTES = 5

# Lua searches for the profile's own `lib/` beside the first file it is given, which is this one: hence the path.
PROFILE = """\
local profiles = [[{profiles}]]
package.path = profiles .. '/?.lua;' .. package.path
local car = dofile(profiles .. '/car.lua')
local setup = car.setup
car.setup = function()
  local profile = setup()
  profile.properties.weight_name = 'duration'
  return profile
end
return car
"""


def main():
    parser = argparse.ArgumentParser(description="What OSRM takes for the points of a bench, as JSON.")
    parser.add_argument("map", type=Path, help="an .osm.pbf file")
    parser.add_argument("points", type=Path, help='{"lonlat": [[lon, lat], ...]}')
    parser.add_argument("workdir", type=Path, help="where OSRM's data is kept between runs")
    parser.add_argument("--routes", type=int, metavar="K", help="print K routes node by node instead of figures")
    parser.add_argument("--reference", action="store_true", help="print durations and distances of all pairs")
    parser.add_argument("--repeats", type=int, default=5, help="runs behind each median (default: 5)")
    args = parser.parse_args()

    points = [tuple(point) for point in json.loads(args.points.read_text())["lonlat"]]
    base, report = prepare(args.map, args.workdir)
    if args.reference:
        report |= reference(base, points)
    elif args.routes is None:
        report |= figures(base, points, args.repeats)
    else:
        report["routes"] = routes(base, points, args.routes)
    json.dump(report, sys.stdout)
    print()


def prepare(map_path, workdir):
    """Returns the base name of OSRM's files for the map, built at the first call, and the cost of building them."""
    with map_path.open("rb") as content:
        map_sha256 = hashlib.file_digest(content, "sha256").hexdigest()
    key = hashlib.sha256(f"{map_sha256} {OSRM_VERSION} {PROFILE}".encode()).hexdigest()
    kept = workdir.resolve() / f"osrm-{key[:16]}"
    if not kept.exists():
        print(f"preparing {map_path.name} for OSRM, once", file=sys.stderr)
        workdir.mkdir(parents=True, exist_ok=True)
        # Moved into place when complete, so that an interrupted run leaves nothing that looks finished.
        with tempfile.TemporaryDirectory(dir=workdir) as folder:
            making = Path(folder, "data")
            making.mkdir()
            profile = making / "profile.lua"
            profile.write_text(PROFILE.format(profiles=Path(osrm.__file__).parent / "share" / "profiles"))
            extract = ["extract", "--threads", "1", "--profile", profile, "--output", making / "map.osrm", map_path]
            seconds = {
                "extract_cpu_seconds": run_osrm(extract),
                "contract_cpu_seconds": run_osrm(["contract", "--threads", "1", making / "map.osrm"]),
            }
            (making / "prepare.json").write_text(json.dumps(seconds))
            making.rename(kept)
    return kept / "map.osrm", {
        "engine": "OSRM, contraction hierarchy, car.lua with weight_name = 'duration'",
        "osrm_version": OSRM_VERSION,
        "python_version": platform.python_version(),
        "map_sha256": map_sha256,
        "prepare": json.loads((kept / "prepare.json").read_text()),
    }


def run_osrm(arguments):
    """Runs one of OSRM's programs and returns its CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-m", "osrm", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode != 0:
        sys.exit(f"osrm {arguments[0]} failed:\n{done.stdout[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 2)


def load(base):
    # Read completely, as our map is. With OSRM's default, a memory map, loading would not show; the rest is the same.
    return osrm.OSRM(
        storage_config=str(base),
        algorithm="CH",
        use_shared_memory=False,
        use_mmap=False,
        max_locations_distance_table=-1,
    )


def figures(base, points, repeats):
    load_ms = median_cpu_ms(lambda: load(base), repeats)
    engine = load(base)

    def table_ms(count, annotations):
        query = osrm.TableParameters(coordinates=points[:count], annotations=annotations, generate_hints=False)
        return median_cpu_ms(lambda: engine.Table(query), repeats)

    tables = {
        str(count): {
            "durations": table_ms(count, ["duration"]),
            "durations_and_distances": table_ms(count, ["duration", "distance"]),
        }
        for count in TABLE_SIZES
        if count <= len(points)
    }

    route_queries = [
        osrm.RouteParameters(
            coordinates=[points[start], points[end]], overview="full", geometries="polyline", generate_hints=False
        )
        for start, end in random_pairs(len(points), ROUTE_COUNT)
    ]
    nearest_queries = [
        osrm.NearestParameters(coordinates=[point], generate_hints=False) for point in points[:NEAREST_COUNT]
    ]
    return {
        "point_count": len(points),
        "repeats": repeats,
        "load_average_1min": round(os.getloadavg()[0], 2),
        "cpu_ms": {
            "load": load_ms,
            "table": tables,
            "route_with_geometry": mean_cpu_ms(engine.Route, route_queries, repeats),
            "nearest": mean_cpu_ms(engine.Nearest, nearest_queries, repeats),
        },
    }


def reference(base, points):
    """Returns durations and distances of all pairs, null where OSRM finds no path."""
    query = osrm.TableParameters(
        coordinates=points, annotations=["duration", "distance"], generate_hints=False
    )
    answer = load(base).Table(query)
    return {
        "lonlat": points,
        "durations_s": [list(row) for row in answer["durations"]],
        "distances_m": [list(row) for row in answer["distances"]],
    }


def median_cpu_ms(work, repeats):
    """Returns the median CPU time of `work`; its result is freed outside the measured time."""

    def once():
        start = time.process_time_ns()
        result = work()
        end = time.process_time_ns()
        del result
        return (end - start) / 1e6

    once()
    return round(statistics.median(once() for _ in range(repeats)), 4)


def mean_cpu_ms(ask, queries, repeats):
    """Returns the mean CPU time of one of `queries`, as the median over the runs."""
    return round(median_cpu_ms(lambda: [ask(query) for query in queries], repeats) / len(queries), 4)


def random_pairs(point_count, pair_count):
    chosen = random.Random(SEED)
    return [chosen.sample(range(point_count), 2) for _ in range(pair_count)]


def routes(base, points, count):
    """Returns routes with the cost of each segment and turn, to find where our durations differ from OSRM's.

    `turn_seconds[i]` is spent at `nodes[i + 1]`; it is null where OSRM's graph has no junction. The part of `seconds`
    beyond segments and turns comes from obstacles, such as signals, on nodes that join only two segments: OSRM
    compresses those nodes away and reports no place for them.
    """
    engine = load(base)
    turn_seconds = read_turn_seconds(base)
    result = []
    for start, end in random_pairs(len(points), count):
        query = osrm.RouteParameters(
            coordinates=[points[start], points[end]],
            annotations=["nodes", "duration", "distance"],
            overview="false",
            generate_hints=False,
        )
        route = engine.Route(query)["routes"][0]
        annotation = route["legs"][0]["annotation"]
        nodes = [int(node) for node in annotation["nodes"]]
        segments = list(annotation["duration"])
        turns = [turn_seconds.get(turn) for turn in zip(nodes, nodes[1:], nodes[2:])]
        rest = route["duration"] - sum(segments) - sum(turn or 0.0 for turn in turns)
        result.append(
            {
                "from": start,
                "to": end,
                "seconds": route["duration"],
                "meters": route["distance"],
                "obstacle_seconds": round(rest, 1) or 0.0,
                "nodes": nodes,
                "segment_seconds": segments,
                "segment_meters": [round(meters, 2) for meters in annotation["distance"]],
                "turn_seconds": turns,
            }
        )
    return result


def read_turn_seconds(base):
    """Returns the seconds of each turn in OSRM's graph, by the OSM ids of the nodes before, at and after it.

    Read from the files that `osrm-extract` writes, since the API does not tell them. Each is a tar archive of
    little-endian arrays (`include/extractor/files.hpp` in OSRM's source, version 26.10):

        .nbg_nodes                OSM id of each internal node     40 bits each
        .turn_penalties_index     from, via, to of each turn       3 x u32, internal nodes next to one another
        .turn_duration_penalties  cost of each turn                i16, tenths of a second
    """
    node_data = "/common/nbn_data/osm_node_ids"
    (node_count,) = struct.unpack("<Q", member(base, "nbg_nodes", f"{node_data}/number_of_elements.meta"))
    packed = member(base, "nbg_nodes", f"{node_data}/packed")
    osm_ids = [
        int.from_bytes(packed[at : at + OSM_ID_BYTES], "little")
        for at in range(0, node_count * OSM_ID_BYTES, OSM_ID_BYTES)
    ]
    turns = struct.iter_unpack("<3I", member(base, "turn_penalties_index", "/extractor/turn_index"))
    costs = struct.iter_unpack("<h", member(base, "turn_duration_penalties", "/common/turn_penalty/duration"))
    return {
        (osm_ids[start], osm_ids[via], osm_ids[end]): tenths / 10
        for (start, via, end), (tenths,) in zip(turns, costs, strict=True)
    }


def member(base, ending, name):
    with tarfile.open(f"{base}.{ending}") as archive:
        return archive.extractfile(name).read()


if __name__ == "__main__":
    main()
