/**
 * A checked request together with the state that it is computed with: traffic, windows, and its locations on roads.
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

/** The dependencies of an engine thread that computes matrices. */
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

/** Returns a snapshot whose `places` must be freed by `freePlaces`; undefined if `shouldStop` returned true. */
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
  // A task that was told to stop may not have waited for its map, so its places cannot be trusted.
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

/** Returns the number of rows: one for each source. */
export function rowCountOf({ sources, locations }: MatrixRequest): number {
  return (sources ?? locations).length;
}

export function destinationCountOf({ destinations, locations }: MatrixRequest): number {
  return (destinations ?? locations).length;
}

/** Returns the selection of a request. The caller must free it. */
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
  // If no location of the request has a class, there is no class rule, and every pair is kept.
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

/** Prepares the matrix in the core with the current costs. Must be freed; selection and places may be freed earlier. */
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
