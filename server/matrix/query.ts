/**
 * A checked request beside what holds when it is computed: traffic, windows, and its locations on roads.
 */
import { MatrixSelection } from '#wasm';
import {
  estimatedMatrixRows,
  type MatrixPairs,
  type MatrixRows,
  type SpeedsReader,
  type ThreadMaps,
  type Traffic,
} from '../roads/index.js';
import { parseTimeOfDay } from '../time/index.js';
import {
  estimateParameters,
  profileTypeOf,
  selectWindows,
  type OwnProfiles,
  type TrafficWindow,
} from '../travel/index.js';
import { placeLocations, type PlacedLocations } from './locations.js';
import { runningTotals } from './running-totals.js';
import type { MatrixRequest } from './schema.js';

/** What an engine thread computes matrices with. */
export type MatrixTaskSettings = {
  ownProfiles: OwnProfiles;
  speeds: SpeedsReader;
  zoneOf: (latitude: number, longitude: number) => string;
  maps: ThreadMaps;
};

export type TrafficSnapshot<Places> = {
  traffic: Traffic;
  windows: readonly TrafficWindow[];
  places: Places;
};

/** With `places` to be let go by `freePlaces`. Undefined when `shouldStop` said so. */
export function takeSnapshot<Places extends PlacedLocations | undefined>(
  { speeds }: MatrixTaskSettings,
  request: MatrixRequest,
  place: () => Places,
  shouldStop: () => boolean,
): TrafficSnapshot<Places> | undefined {
  const read = speeds.read(place, freePlaces, shouldStop);
  if (read === undefined) return undefined;
  const { traffic, taken: places } = read;
  const windows = selectWindows(traffic.windows, {
    weekend: request.weekend ?? false,
    rangeFirstSecond: optionalTimeOfDay(request.start_local_time),
    rangeLastSecond: optionalTimeOfDay(request.end_local_time),
  });
  // A task that is told to stop may not have waited for the map, so its places are not believed.
  if (shouldStop()) {
    freePlaces(places);
    return undefined;
  }
  return { traffic, windows, places };
}

export function placesOf(
  { maps }: MatrixTaskSettings,
  request: MatrixRequest,
  shouldStop: () => boolean,
): PlacedLocations {
  return placeLocations(maps, request, shouldStop);
}

export function freePlaces(places: PlacedLocations | undefined): void {
  places?.onRoads?.places.free();
}

function optionalTimeOfDay(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseTimeOfDay(text);
}

/** One per source. */
export function rowCountOf({ sources, locations }: MatrixRequest): number {
  return (sources ?? locations).length;
}

export function destinationCountOf({ destinations, locations }: MatrixRequest): number {
  return (destinations ?? locations).length;
}

/** To be freed. */
export function selectPairs(request: MatrixRequest): MatrixSelection {
  const { placeCount, sources, destinations, classFirstOut, classValues, containment } =
    pairsOf(request);
  return new MatrixSelection(
    placeCount,
    sources,
    destinations,
    classFirstOut,
    classValues,
    containment,
  );
}

function pairsOf(request: MatrixRequest): MatrixPairs {
  const { locations } = request;
  const all = Uint32Array.from(locations, (_, locationIdx) => locationIdx);
  const classes = locations.map((location) => location.location_class ?? []);
  const hasClasses = classes.some((values) => values.length > 0);
  // Without any class in the request there is no class rule: every pair stays.
  const classFirstOut = hasClasses ? runningTotals(classes.map((values) => values.length)) : [];
  return {
    placeCount: locations.length,
    sources: request.sources === undefined ? all : Uint32Array.from(request.sources),
    destinations: request.destinations === undefined ? all : Uint32Array.from(request.destinations),
    classFirstOut: Uint32Array.from(classFirstOut),
    classValues: Float64Array.from(classes.flat()),
    containment: request.force_containment ?? false,
  };
}

/** The matrix in the core, with costs as they are now. To be freed; it needs neither selection nor places any more. */
export function prepareRows(
  { ownProfiles }: Pick<MatrixTaskSettings, 'ownProfiles'>,
  request: MatrixRequest,
  { traffic, windows, places }: TrafficSnapshot<PlacedLocations>,
  selection: MatrixSelection,
): MatrixRows {
  const speedFactor = request.vehicle.speed_factor ?? 1;
  const profile = profileTypeOf(request.vehicle, ownProfiles);
  const keys = request.locations.map((location) => JSON.stringify(location.location_id));
  const question = {
    model: estimateParameters(traffic.file, profile, windows, speedFactor),
    pairs: () => pairsOf(request),
    selection,
    latitudes: places.latitudes,
    longitudes: places.longitudes,
    keys: Buffer.from(keys.join('')),
    keyFirstOut: Uint32Array.from(runningTotals(keys.map((key) => Buffer.byteLength(key)))),
  };
  if (places.onRoads === undefined) return estimatedMatrixRows(question);
  const lanes = Uint8Array.from(windows, (window) => window.lane);
  return places.onRoads.places.matrixRows({ lanes, speedFactor }, question);
}
