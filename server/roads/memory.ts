/**
 * Whether each profile of each map fits into the memory that maps may take, before there are threads that would load it.
 *
 * A profile has to fit alone: others can be dropped for it, and one request holds one profile at a time (`ThreadMaps`),
 * so this is also what a single request may need, however many profiles it names. What it takes follows from the map's header and from the speeds,
 * since lanes that cannot differ are kept once. Runs in the maps' thread, where there is an instance of the core.
 */
import { profileBytes, registerMap } from '#wasm';
import { parseTravelSpeeds, type SpeedsFiles } from '../travel/index.js';
import { openMapFile } from './map-file.js';
import { moduleRoads } from './module-roads.js';

export type MapsMemory = {
  bytesMax: number;
  /** What the service starts with. */
  speeds: SpeedsFiles;
};

/** Throws, with all profiles that do not fit. */
export function checkMapsMemory(
  mapPaths: readonly string[],
  { bytesMax, speeds }: MapsMemory,
): void {
  const outcome = parseTravelSpeeds(speeds);
  if (outcome.kind === 'bad') throw new Error(outcome.problems.join(', '));
  // An instance that shares no traffic: nobody else looks at its costs.
  moduleRoads.setSpeeds(outcome.speeds);
  const tooLarge = mapPaths.flatMap((path, number) => {
    const file = openMapFile(path);
    registerMap(number, file.headerBytes);
    return file.profiles.flatMap((profile) => {
      const bytes = profileBytes(number, profile);
      return bytes <= bytesMax ? [] : [`${profile} of ${path} needs ${bytes} bytes`];
    });
  });
  if (tooLarge.length > 0) {
    throw new Error(
      `${tooLarge.join(', ')}, and MAPS_MEMORY_BYTES is ${bytesMax}: raise it, build maps of fewer profiles or smaller areas, or give a TRAFFIC_FILE of four different windows or fewer`,
    );
  }
}
