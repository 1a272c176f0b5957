/**
 * The maps of `MAPS_DIR`: which there are, and which extracts have none yet.
 *
 *   porto.osm.pbf ──► porto.map      built when it is missing, damaged, of another version or another extract (by its
 *                                    size), older than the extract, or lacks a profile; `.osm.gz` and `.osm` likewise
 *   lisboa.map                       used as it is
 *
 * Runs in a thread of its own (`maps-thread.ts`), where there is an instance of the core.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildMap, type MapBuildProgress } from './build-map.js';
import { messageOf } from './maps-error.js';
import { openMapFile } from './map-file.js';

const EXTRACT_NAME = /^(.+)\.osm(?:\.pbf|\.gz)?$/;
const MAP_SUFFIX = '.map';

export type CatalogOptions = {
  mapsDir: string;
  /** What maps are built for. */
  profiles: readonly string[];
};

export type OnProgress = (mapPath: string, progress: MapBuildProgress) => void;

/** Paths of all maps, by name; those that have to be built are built first. A folder that is absent has none. */
export async function prepareMaps(
  { mapsDir, profiles }: CatalogOptions,
  onProgress: OnProgress,
): Promise<string[]> {
  const names = namesIn(mapsDir);
  const mapNames = new Set(names.filter((name) => name.endsWith(MAP_SUFFIX)));
  for (const extractName of names.toSorted()) {
    const stem = EXTRACT_NAME.exec(extractName)?.[1];
    if (stem === undefined) continue;
    const mapPath = join(mapsDir, `${stem}${MAP_SUFFIX}`);
    const extractPath = join(mapsDir, extractName);
    if (!mapNames.has(`${stem}${MAP_SUFFIX}`) || !isFresh(mapPath, extractPath, profiles)) {
      await buildMap({
        extractPath,
        mapPath,
        profiles,
        leftHand: false,
        onProgress: (progress) => {
          onProgress(mapPath, progress);
        },
      }).catch((error: unknown) => {
        throw new Error(`${extractPath} did not become a map: ${messageOf(error)}`);
      });
    }
    mapNames.add(`${stem}${MAP_SUFFIX}`);
  }
  const paths = [...mapNames].toSorted().map((name) => join(mapsDir, name));
  for (const path of paths) {
    try {
      openMapFile(path);
    } catch (error) {
      throw new Error(`${path} cannot be used: ${messageOf(error)}`, { cause: error });
    }
  }
  return paths;
}

/** `porto.osm.pbf` → `porto.map`, in the same folder. */
export function mapPathOf(extractPath: string): string {
  const parts = /^(.*[\\/])?(.+?)(?:\.osm)?(?:\.pbf|\.gz)?$/.exec(extractPath);
  return `${parts?.[1] ?? ''}${parts?.[2] ?? extractPath}${MAP_SUFFIX}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function isFresh(mapPath: string, extractPath: string, profiles: readonly string[]): boolean {
  const extract = statSync(extractPath);
  if (statSync(mapPath).mtimeMs < extract.mtimeMs) return false;
  try {
    const file = openMapFile(mapPath);
    const hasAll = profiles.every((profile) => file.profiles.includes(profile));
    return hasAll && file.extractBytes === extract.size;
  } catch {
    // Of another version, or damaged: the extract is at hand, so it is simply built anew.
    return false;
  }
}
