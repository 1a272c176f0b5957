/** Scratch: estimates and roads in all lanes, until the real tables are here. */
import { EstimateModel, EstimateTable, RoadTable } from '#wasm';
import type { SpeedsReader, ThreadMaps } from '../../roads/index.js';
import { estimateParameters } from '../../travel/index.js';
import type { CompiledProblem } from '../compile/index.js';
import type { ProblemMessage } from '../problem.js';
import type { RoutingRequest } from '../schema/index.js';

export function fillTravelTables(
  { compiled }: { request: RoutingRequest; compiled: CompiledProblem },
  { speeds, maps }: { speeds: SpeedsReader; maps: ThreadMaps },
  shouldStop: () => boolean,
) {
  const latitudes = Float64Array.from(compiled.places, ({ latitude }) => latitude);
  const longitudes = Float64Array.from(compiled.places, ({ longitude }) => longitude);
  const n = latitudes.length;
  const read = speeds.read(
    () => compiled.travelClasses.map(({ profile }) => maps.snap(profile, latitudes, longitudes)),
    (taken) => taken.forEach((each) => each?.places.free()),
    shouldStop,
  );
  if (read === undefined) return undefined;
  const { traffic, taken } = read;
  const windows = [...traffic.windows.weekday, ...traffic.windows.weekend];
  const weekday = traffic.windows.weekday
    .flatMap(({ intervals }, lane) =>
      intervals.map(({ firstSecond }) => [firstSecond, lane] as const),
    )
    .toSorted((a, b) => a[0] - b[0]);
  const lanes = windows.length;
  const tables = compiled.travelClasses.map(({ profile, speedFactor }, idx) => {
    const p = estimateParameters(traffic.file, profile, windows, speedFactor);
    const model = new EstimateModel(
      p.detourFactor,
      p.bandEndMeters,
      p.bandMetersPerSecond,
      p.laneFactors,
    );
    const on = taken[idx];
    const table =
      on === undefined
        ? new EstimateTable(model, latitudes, longitudes)
        : new RoadTable(
            on.places,
            Uint8Array.from(windows, (w) => w.lane),
            speedFactor,
            model,
            latitudes,
            longitudes,
          );
    const rows = table.rows(0, n);
    const distanceMeters = new Int32Array(n * n);
    const travelSeconds = new Int32Array(n * n * lanes);
    for (let pair = 0; pair < n * n; pair += 1) {
      distanceMeters[pair] = rows[pair * (lanes + 1)] ?? -1;
      travelSeconds.set(
        rows.subarray(pair * (lanes + 1) + 1, (pair + 1) * (lanes + 1)),
        pair * lanes,
      );
    }
    table.free();
    model.free();
    on?.places.free();
    return { distanceMeters, travelSeconds };
  });
  const problem: ProblemMessage = {
    ...compiled.problem,
    traffic: { weekday, weekend: [[0, lanes - 1]] },
    travel: tables.map(() => ({ lane_count: lanes })),
  };
  return {
    problem,
    tables,
    roadLanes: windows.map((w) => w.lane),
    travelModel: taken.some((t) => t !== undefined) ? ('road' as const) : ('estimate' as const),
    attribution: taken.find((t) => t !== undefined)?.attribution,
    warnings: [],
  };
}
