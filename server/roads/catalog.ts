/**
 * The maps of `MAPS_DIR`: finds the existing ones and builds a map for each extract that has none.
 *
 *   porto.osm.pbf ──► porto.map      built if it is missing, damaged, of another version or another extract (judged by
 *                                    size), older than the extract, or lacks a profile; also for `.osm.gz` and `.osm`
 *   lisboa.map                       used as it is
 *
 * Every map is read once from end to end, so that a damaged map prevents the service from starting, instead of failing
 * the first request that needs the damaged profile. The 117 MB of Porto take 0.15 s. Runs in a separate thread
 * (`maps-thread.ts`), which has an instance of the core.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildMap, removeAbandoned, type MapBuildProgress } from './build-map.js';
import { messageOf } from './maps-error.js';
import { openMapFile, type MapFile } from './map-file.js';

const EXTRACT_NAME = /^(.+)\.osm(?:\.pbf|\.gz)?$/;
const MAP_SUFFIX = '.map';

export type CatalogOptions = {
  mapsDir: string;
  /** The profiles that maps are built for: names, and vehicles such as `semitrailer=truck:length=16.5:hazmat`. */
  profiles: readonly string[];
  /** For this and `memory`, see `MapBuildOptions`. */
  scratchSuffix: string;
  memory: WebAssembly.Memory;
  /** Throws if any part of the map is truncated or damaged. By default, the WASM module checks. */
  checkMap?: (file: MapFile) => void;
};

export type OnProgress = (mapPath: string, progress: MapBuildProgress) => void;

/** Returns the paths of all maps, sorted by name, after building those that need it. Throws if one cannot be built. */
export async function prepareMaps(
  { mapsDir, profiles, scratchSuffix, memory, checkMap = checkInModule }: CatalogOptions,
  onProgress: OnProgress,
): Promise<string[]> {
  removeAbandoned(mapsDir, Date.now());
  // Some operating systems create files with a leading dot beside copied files.
  const names = readdirSync(mapsDir).filter((name) => !name.startsWith('.'));
  const mapNames = new Set(names.filter((name) => name.endsWith(MAP_SUFFIX)));
  const fresh = new Set<string>();
  for (const [mapName, extractName] of extractsByMap(mapsDir, names)) {
    const mapPath = join(mapsDir, mapName);
    const extractPath = join(mapsDir, extractName);
    if (!mapNames.has(mapName) || !isFresh(mapPath, extractPath, profiles, checkMap)) {
      await buildMap({
        extractPath,
        mapPath,
        profiles,
        leftHand: undefined,
        scratchSuffix,
        memory,
        onProgress: (progress) => {
          onProgress(mapPath, progress);
        },
      }).catch((error: unknown) => {
        throw new Error(`${extractPath} did not become a map: ${messageOf(error)}`);
      });
    }
    mapNames.add(mapName);
    fresh.add(mapName);
  }
  for (const mapName of mapNames) {
    if (fresh.has(mapName)) continue;
    const path = join(mapsDir, mapName);
    try {
      checkMap(openMapFile(path));
    } catch (error) {
      throw new Error(`${path} cannot be used: ${messageOf(error)}`, { cause: error });
    }
  }
  return [...mapNames].toSorted().map((name) => join(mapsDir, name));
}

function checkInModule(file: MapFile): void {
  file.checkSections();
}

/** Returns the names of the maps to build, each with the name of its extract. */
function extractsByMap(mapsDir: string, names: readonly string[]): Map<string, string> {
  const extracts = new Map<string, string>();
  for (const extractName of names.toSorted()) {
    const stem = EXTRACT_NAME.exec(extractName)?.[1];
    if (stem === undefined) continue;
    const mapName = `${stem}${MAP_SUFFIX}`;
    const other = extracts.get(mapName);
    if (other !== undefined) {
      throw new Error(
        `${other} and ${extractName} in ${mapsDir} would both become ${mapName}: rename one`,
      );
    }
    extracts.set(mapName, extractName);
  }
  return extracts;
}

/** `porto.osm.pbf` → `porto.map`, in the same folder. */
export function mapPathOf(extractPath: string): string {
  const parts = /^(.*[\\/])?(.+?)(?:\.osm)?(?:\.pbf|\.gz)?$/.exec(extractPath);
  return `${parts?.[1] ?? ''}${parts?.[2] ?? extractPath}${MAP_SUFFIX}`;
}

function isFresh(
  mapPath: string,
  extractPath: string,
  profiles: readonly string[],
  checkMap: (file: MapFile) => void,
): boolean {
  const extract = statSync(extractPath);
  try {
    if (statSync(mapPath).mtimeMs < extract.mtimeMs) return false;
    const file = openMapFile(mapPath);
    const hasAll = profiles.every((profile) => file.roadUsers.includes(profile));
    if (!hasAll || file.extractBytes !== extract.size) return false;
    checkMap(file);
    return true;
  } catch {
    // The map is of another version, damaged, or a dangling link. The extract is available, so the map is rebuilt.
    return false;
  }
}
