/**
 * The figures of the road maps: `npm run bench:roads [-- --osrm PYTHON] [--smoke]`.
 *
 * Everything runs inside the WASM module on one thread; times are CPU time of the process. With `--osrm`, a Python
 * that has the package osrm-bindings, OSRM is measured on the same extract and points directly afterwards, so that
 * ratios are meaningful even on a busy machine. Points are drawn from a seed, at random near roads.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  EstimateModel,
  RoadPlaces,
  TravelRows,
  SpeedRules,
  metricBytes,
  registerMap,
  useProfile,
  type RoadProfile,
} from '#wasm';
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { buildMap, openMapFile, setTrafficSpeeds, type MapFile } from '../server/roads/index.js';
import { parseTrafficFile, type TrafficFile } from '../server/travel/index.js';

const POINT_COUNT = 2_500;
const SEED = 20_261_121;
const ROWS_AT_ONCE = 32;
const ROUTE_COUNT = 200;
const SNAP_RADIUS_METERS = 500;
/** Weekday windows, then the weekend: nine metrics. Free flow and its distance are computed along with them. */
const LANES = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
const FREE_FLOW_LANE = 9;

type Figures = Record<string, number>;

const { values: options } = parseArgs({
  options: {
    extract: { type: 'string' },
    osrm: { type: 'string' },
    smoke: { type: 'boolean', default: false },
  },
});
const root = new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url);
const extractPath = options.extract ?? fileURLToPath(new URL('maps/porto.osm.pbf', root));
const sizes = options.smoke ? [50] : [200, 1000, 2000];
const repeats = options.smoke ? 1 : 5;

async function main(): Promise<void> {
  const module = await compileModule(root);
  const memory = createSharedMemory();
  instantiate(module, memory);
  const folder = mkdtempSync(join(tmpdir(), 'bench-roads-'));
  try {
    const figures = await measure(folder, memory);
    const peer = options.osrm === undefined ? undefined : measureOsrm(options.osrm, folder);
    print(figures, peer);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string, memory: WebAssembly.Memory): Promise<Figures> {
  const figures: Figures = {};
  const mapPath = join(folder, 'bench.map');
  figures['build, one profile'] = await cpuMsOf(() =>
    buildMap({
      extractPath,
      mapPath,
      profiles: ['car'],
      leftHand: undefined,
      scratchSuffix: 'bench',
      memory,
      onProgress: () => undefined,
    }),
  );
  const traffic = readTraffic();
  applySpeeds(traffic);
  const map = openMapFile(mapPath);
  registerMap(0, map.headerBytes);
  figures['load and customize'] = cpuMs(() => {
    useCars(map).free();
  });
  figures['customize all lanes'] = median(() => {
    applySpeeds(traffic);
  });
  figures['costs of all arcs, MB'] = metricBytes() / 1e6;

  const cars = useCars(map);
  const points = drawPoints(map.bounds, cars);
  writeFileSync(join(folder, 'points.json'), JSON.stringify({ lonlat: points }));
  const latitudes = Float64Array.from(points, ([, latitude]) => latitude);
  const longitudes = Float64Array.from(points, ([longitude]) => longitude);
  const snap = (count: number): RoadPlaces =>
    new RoadPlaces(
      cars,
      latitudes.subarray(0, count),
      longitudes.subarray(0, count),
      SNAP_RADIUS_METERS,
    );
  const places = snap(points.length);
  figures['snap one point'] =
    median(() => {
      snap(points.length).free();
    }) / points.length;

  const model = new EstimateModel(
    1.3,
    Float64Array.of(Infinity),
    Float64Array.of(10),
    new Float64Array(LANES.length).fill(1),
  );
  for (const size of sizes) {
    figures[`table ${size} × ${size}`] = median(() => {
      const some = snap(size);
      const meters = new Int32Array(ROWS_AT_ONCE * size);
      const seconds = new Int32Array(ROWS_AT_ONCE * size * LANES.length);
      const table = TravelRows.onRoads(
        some,
        LANES,
        1,
        model,
        latitudes.subarray(0, size),
        longitudes.subarray(0, size),
      );
      for (let row = 0; row < size; row += ROWS_AT_ONCE) {
        const count = Math.min(ROWS_AT_ONCE, size - row);
        table.write(
          row,
          count,
          meters.subarray(0, count * size),
          seconds.subarray(0, count * size * LANES.length),
        );
      }
      table.free();
      some.free();
    });
  }
  figures['route with geometry'] =
    median(() => {
      for (let from = 0; from < ROUTE_COUNT; from += 1) {
        const ends = [Uint32Array.of(from), Uint32Array.of(from + ROUTE_COUNT)] as const;
        places.route(latitudes, longitudes, ...ends, Uint8Array.of(FREE_FLOW_LANE), 5).free();
      }
    }) / ROUTE_COUNT;
  return figures;
}

function useCars(map: MapFile): RoadProfile {
  const cars = useProfile(0, 'car', () => map.readSection('car'));
  if (cars === undefined) throw new Error('there is room, since there is no limit');
  return cars;
}

/** Draws random points that have a road nearby. OSRM gets the same points. */
function drawPoints(bounds: MapFile['bounds'], cars: RoadProfile): [number, number][] {
  const random = randomFrom(SEED);
  const points: [number, number][] = [];
  while (points.length < POINT_COUNT) {
    const count = 10_000;
    const latitudes = Float64Array.from(
      { length: count },
      () => bounds.south + (bounds.north - bounds.south) * random(),
    );
    const longitudes = Float64Array.from(
      { length: count },
      () => bounds.west + (bounds.east - bounds.west) * random(),
    );
    const places = new RoadPlaces(cars, latitudes, longitudes, SNAP_RADIUS_METERS);
    places.snapMeters().forEach((meters, idx) => {
      if (Number.isNaN(meters) || points.length === POINT_COUNT) return;
      points.push([longitudes[idx] ?? 0, latitudes[idx] ?? 0]);
    });
    places.free();
  }
  return points;
}

/** SplitMix32: the same points on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

function readTraffic(): TrafficFile {
  const outcome = parseTrafficFile(
    readFileSync(new URL('server/travel/traffic.json', root), 'utf8'),
  );
  if (outcome.kind === 'bad') throw new Error(outcome.problems.join('; '));
  return outcome.file;
}

function applySpeeds(traffic: TrafficFile): void {
  const rules = new SpeedRules();
  setTrafficSpeeds(traffic, rules);
  rules.free();
}

type PeerFigures = {
  cpu_ms: {
    table: Record<string, { durations: number; durations_and_distances: number }>;
    route_with_geometry: number;
    nearest: number;
  };
  prepare: { extract_cpu_seconds: number; contract_cpu_seconds: number };
};

function measureOsrm(python: string, folder: string): PeerFigures | undefined {
  const cache = fileURLToPath(new URL('.cache/', root));
  if (!existsSync(cache)) mkdirSync(cache);
  const script = fileURLToPath(new URL('scripts/bench-osrm.py', root));
  const run = spawnSync(python, [script, extractPath, join(folder, 'points.json'), cache], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (run.status !== 0) {
    process.stderr.write(`OSRM is left out: ${run.stderr}\n`);
    return undefined;
  }
  return JSON.parse(run.stdout) as PeerFigures;
}

function print(figures: Figures, peer: PeerFigures | undefined): void {
  const osrm: Record<string, number | undefined> = {
    'route with geometry': peer?.cpu_ms.route_with_geometry,
    'snap one point': peer?.cpu_ms.nearest,
    'build, one profile':
      peer && (peer.prepare.extract_cpu_seconds + peer.prepare.contract_cpu_seconds) * 1000,
  };
  for (const size of sizes) {
    osrm[`table ${size} × ${size}`] = peer?.cpu_ms.table[String(size)]?.durations;
  }
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, idx) => (idx === 0 ? cell.padEnd(24) : cell.padStart(12))).join(' | ')} |\n`;
  process.stdout.write(line(['CPU ms', 'here', 'OSRM CH', 'ratio']));
  process.stdout.write(line(['---', '---', '---', '---']));
  for (const [name, figure] of Object.entries(figures)) {
    const other = osrm[name];
    const cells = [name, figure.toPrecision(4)];
    cells.push(other === undefined ? '' : other.toPrecision(4));
    cells.push(other === undefined ? '' : (figure / other).toFixed(2));
    process.stdout.write(line(cells));
  }
  process.stdout.write(
    'A table here has nine travel times and a distance for each pair, OSRM’s one travel time.\n',
  );
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the median of several runs, after one warm-up run. */
function median(work: () => void): number {
  work();
  const times = Array.from({ length: repeats }, () => cpuMs(work)).toSorted((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

await main();
