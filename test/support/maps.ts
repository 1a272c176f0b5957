/** Road maps for tests: drawn by hand in meters from 0° 0°, or built from a small extract. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileModule } from '../../server/engine/index.js';
import { runMapsJob, type MapBuildProgress } from '../../server/roads/index.js';
import { PROFILES } from '../../server/travel/index.js';
import { PROJECT_ROOT } from './service.js';

export const LIECHTENSTEIN = 'test/fixtures/maps/liechtenstein.osm.pbf';

/** On the ellipsoid of WGS 84, at the equator: 6,378,137 m × π ÷ 180, and that × (1 − e²) along the meridian. */
const METERS_PER_DEGREE_EAST = 111_319.49;
const METERS_PER_DEGREE_NORTH = 110_574.28;

/** East and north of 0° 0°. */
export type Point = readonly [eastMeters: number, northMeters: number];

export type Drawing = {
  nodes: Record<string, Point>;
  ways: readonly { nodes: readonly string[]; tags: Record<string, string> }[];
};

export function degreesOf([east, north]: Point): { latitude: number; longitude: number } {
  return {
    latitude: north / METERS_PER_DEGREE_NORTH,
    longitude: east / METERS_PER_DEGREE_EAST,
  };
}

/** Returns the drawing as OpenStreetMap XML. */
export function osmXml({ nodes, ways }: Drawing): string {
  const ids = new Map(Object.keys(nodes).map((name, idx) => [name, idx + 1]));
  const nodeLines = Object.entries(nodes).map(([name, point]) => {
    const { latitude, longitude } = degreesOf(point);
    return `<node id="${ids.get(name) ?? 0}" lat="${latitude.toFixed(7)}" lon="${longitude.toFixed(7)}"/>`;
  });
  const wayLines = ways.map((way, idx) => {
    const refs = way.nodes.map((name) => `<nd ref="${ids.get(name) ?? 0}"/>`).join('');
    const tags = Object.entries(way.tags).map(([key, value]) => `<tag k="${key}" v="${value}"/>`);
    return `<way id="${idx + 1}">${refs}${tags.join('')}</way>`;
  });
  return `<osm version="0.6">\n${[...nodeLines, ...wayLines].join('\n')}\n</osm>\n`;
}

/**
 * ```text
 *                north ●
 *                      │ residential, 600 m
 *                      │        ▫▫ yard, 50 m off the road, no way in
 *    west ●────────────┼────────────● east          ● ─── ● island, 20 km off
 *           primary    │   primary
 *           1,200 m    ┊ cycleway, 900 m
 *                south ●
 * ```
 */
export const CROSSROADS: Drawing = {
  nodes: {
    west: [-1200, 0],
    crossing: [0, 0],
    east: [1200, 0],
    north: [0, 600],
    south: [0, -900],
    yardWest: [300, 50],
    yardEast: [400, 50],
    islandWest: [20_000, 0],
    islandEast: [21_000, 0],
  },
  ways: [
    { nodes: ['west', 'crossing', 'east'], tags: { highway: 'primary' } },
    { nodes: ['crossing', 'north'], tags: { highway: 'residential' } },
    { nodes: ['crossing', 'south'], tags: { highway: 'cycleway' } },
    { nodes: ['yardWest', 'yardEast'], tags: { highway: 'service' } },
    { nodes: ['islandWest', 'islandEast'], tags: { highway: 'residential' } },
  ],
};

export type BuildOptions = {
  profiles?: readonly string[];
  leftHand?: boolean | undefined;
  hasBasemap?: boolean;
  onProgress?: (progress: MapBuildProgress) => void;
  signal?: AbortSignal;
};

/** Builds a map as `npm run map:build` does. */
export async function buildMapFile(
  extractPath: string,
  mapPath: string,
  { profiles = PROFILES, leftHand, hasBasemap = false, onProgress, signal }: BuildOptions = {},
): Promise<void> {
  await runMapsJob(
    { kind: 'build', options: { extractPath, mapPath, profiles, leftHand, hasBasemap } },
    {
      module: await compileModule(PROJECT_ROOT),
      onProgress: (_mapPath, progress) => onProgress?.(progress),
      signal: signal ?? new AbortController().signal,
    },
  );
}

/** Writes the drawing as `name`.osm into `folder`, and returns its path. */
export function writeExtract(folder: string, name: string, drawing: Drawing = CROSSROADS): string {
  const path = join(folder, `${name}.osm`);
  writeFileSync(path, osmXml(drawing));
  return path;
}

/**
 * Returns a folder with the map of Porto, which the examples of the documentation are computed with. By default it is
 * only built for cars.
 */
export function portoMapsDir(profiles: readonly string[] = ['car']): Promise<string> {
  return keptMapsDir('porto', 'maps/porto.osm.pbf', profiles);
}

/** Writes the map of Liechtenstein, for cars, bicycles and pedestrians. */
export async function writeLiechtenstein(mapPath: string): Promise<void> {
  const folder = await keptMapsDir('liechtenstein', LIECHTENSTEIN, ['car', 'bicycle', 'foot']);
  copyFileSync(join(folder, 'liechtenstein.map'), mapPath);
}

/**
 * Returns a folder with one map. The first suite that needs the map builds it. It is kept in the system's temporary
 * folder, under a hash of what builds it.
 */
async function keptMapsDir(
  name: string,
  extractPath: string,
  profiles: readonly string[],
): Promise<string> {
  const sources = readFileSync('solver-rs/pkg/sources.sha256');
  const module = readFileSync('solver-rs/pkg/route_engine_wasm_bg.wasm');
  const key = createHash('sha256')
    .update(sources)
    .update(module)
    .update(profiles.join())
    .digest('hex')
    .slice(0, 16);
  const folder = join(tmpdir(), `route-engine-${name}-${key}`);
  const mapPath = join(folder, `${name}.map`);
  if (existsSync(mapPath)) return folder;
  mkdirSync(folder, { recursive: true });
  // Suites start at the same time: one builds, and the others wait for it instead of competing for processors.
  const building = `${folder}.building`;
  while (!isTaken(building)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (existsSync(mapPath)) return folder;
  }
  try {
    // The suite that was building may have finished between the two checks.
    if (!existsSync(mapPath)) await buildMapFile(extractPath, mapPath, { profiles });
  } finally {
    // Another suite that assumed that this one had been killed may have removed it first.
    rmSync(building, { recursive: true, force: true });
  }
  return folder;
}

/**
 * After this time, a suite that builds is assumed to be killed. Two that build at once are harmless: a map appears
 * whole.
 */
const BUILD_MS_MAX = 120_000;

function isTaken(building: string): boolean {
  try {
    mkdirSync(building);
    return true;
  } catch {
    const { mtimeMs = Date.now() } = statSync(building, { throwIfNoEntry: false }) ?? {};
    return Date.now() - mtimeMs > BUILD_MS_MAX;
  }
}
