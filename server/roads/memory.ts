/**
 * Checks that each profile of each map fits into the memory budget of maps, before any thread loads one.
 *
 * Each profile only has to fit alone: others can be dropped to make room, and a request holds one profile at a time
 * (`ThreadMaps`), however many profiles it names. The size of a profile follows from the map's header and the speeds,
 * since lanes that cannot differ are stored once. Runs in the maps thread, which has an instance of the core.
 */
import { profileBytes, registerMap } from '#wasm';
import { parseTravelSpeeds, type SpeedsFiles } from '../travel/index.js';
import { openMapFile } from './map-file.js';
import { moduleRoads } from './module-roads.js';

export type MapsMemory = {
  bytesMax: number;
  /** The speeds that the service starts with. */
  speeds: SpeedsFiles;
};

/** Throws an error that names all profiles that do not fit. */
export function checkMapsMemory(
  mapPaths: readonly string[],
  { bytesMax, speeds }: MapsMemory,
): void {
  const outcome = parseTravelSpeeds(speeds);
  if (outcome.kind === 'bad') throw new Error(outcome.problems.join(', '));
  // This instance of the core shares no traffic with engine threads, so nothing else reads its costs.
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
