/**
 * What engine threads ask of roads that are loaded, wherever they are: the WASM module (`module-roads.ts`), in the memory
 * that the threads share, or a native program beside them (`program/`), where one such memory is too small. Both answer by
 * the same crate (`solver-rs/serving`), so an answer is the same bytes.
 */
import type { MatrixSelection } from '#wasm';
import type { EstimateParameters, TravelSpeeds } from '../travel/index.js';
import type { MapFile } from './map-file.js';

/** A map by its number. */
export type KnownMap = { number: number; file: MapFile };

export type RoadCore = {
  /** How many bytes all loaded profiles may take together. */
  setMemory: (bytesMax: number) => void;
  /** Makes a map known, in the order of their numbers, unless it is. */
  register: (map: KnownMap) => void;
  /** Loads a profile if there is room beside those that are loaded. */
  preload: (map: KnownMap, profile: string) => void;
  /** Profiles that are loaded get new costs. Throws if some profile would not fit; nothing has changed then. */
  setSpeeds: (speeds: TravelSpeeds) => void;
  /** Undefined while there is no room for the profile: ask again soon, holding no places meanwhile. */
  snap: (map: KnownMap, profile: string, points: Points, radiusMeters: number) => SnappedPlaces;
  beginTile: (tile: Tile) => TileCut;
};

export type SnappedPlaces = RoadPlaces | undefined;

/** Degrees. */
export type Points = { latitudes: Float64Array; longitudes: Float64Array };

/** By its numbers, as the web's maps count them: there has to be such a tile. */
export type Tile = { zoom: number; x: number; y: number };

/** Places of a request on roads, with the costs that held when they were put there. Free them. */
export type RoadPlaces = {
  /** One per place: meters to the road, not a number where none is near. */
  snapMeters: () => Float64Array;
  /** Latitude and longitude in turn; not numbers where no road is near. */
  snappedDegrees: () => Float64Array;
  /** Which speeds the costs are for: equal for equal speeds. */
  speedsVersion: () => string;
  /** What the live speeds are called that the costs are for; undefined where none are in force. */
  liveSpeeds: () => string | undefined;
  travelRows: (trip: RoadTrip, model: EstimateParameters, points: Points) => TravelRows;
  matrixRows: (trip: RoadTrip, question: MatrixQuestion) => MatrixRows;
  /** A line from place to place, a leg for each lane; straight where no road leads. */
  route: (
    latitudes: Float64Array,
    longitudes: Float64Array,
    from: Uint32Array,
    to: Uint32Array,
    lanes: Uint8Array,
    digits: number,
  ) => RouteLine;
  free: () => void;
};

/** Lanes by number, one for each travel time; times on roads are divided by the factor. */
export type RoadTrip = { lanes: Uint8Array; speedFactor: number };

type WritePairs = (
  from: Uint32Array,
  to: Uint32Array,
  distanceMeters: Int32Array,
  travelSeconds: Int32Array,
) => void;

/** Rows of a travel table; -1 where no road leads. Free them. */
export type TravelRows = {
  write: (
    first: number,
    count: number,
    distanceMeters: Int32Array,
    travelSeconds: Int32Array,
  ) => void;
  /** From the first place to the first of the others, from the second to the second: few pairs of many places. */
  writePairs: WritePairs;
  /** From each place to each of the others. */
  writeBetween: WritePairs;
  free: () => void;
};

export type MatrixQuestion = Points & {
  model: EstimateParameters;
  /** In the module. */
  selection: MatrixSelection;
  /** The same pairs as numbers: made where they are asked for, since the module needs none. */
  pairs: () => MatrixPairs;
  /** JSON strings of all places, one after the other. */
  keys: Uint8Array;
  keyFirstOut: Uint32Array;
};

/** As the core's `MatrixSelection` takes them. */
export type MatrixPairs = {
  placeCount: number;
  sources: Uint32Array;
  destinations: Uint32Array;
  classFirstOut: Uint32Array;
  classValues: Float64Array;
  containment: boolean;
};

/** Rows of a matrix as JSON. Free them. */
export type MatrixRows = {
  /** Undefined when it was told to stop, or the costs are gone. */
  json: (first: number, count: number, shouldStop: () => boolean) => MatrixJson | undefined;
  free: () => void;
};

/** Each text can be taken once. */
export type MatrixJson = {
  takeTravelCosts: () => Uint8Array;
  takeUnreachable: () => Uint8Array;
  free: () => void;
};

/** Free it. */
export type RouteLine = {
  polyline: () => string;
  /** Longitude and latitude in turn. */
  degrees: () => Float64Array;
  /** One per leg; not a number where it is straight. */
  legMeters: () => Float64Array;
  legSeconds: () => Float64Array;
  /** Latitude and longitude of the point that lies a share of a leg's length along it. */
  pointOn: (leg: number, share: number) => Float64Array;
  free: () => void;
};

/** Free it, or finish it. */
export type TileCut = {
  /** False while there is no room for the profile. */
  add: (map: KnownMap, profile: string) => boolean;
  finish: () => Uint8Array;
  free: () => void;
};
