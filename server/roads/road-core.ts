/**
 * The interface of engine threads to loaded roads. It has two implementations: the WASM module (`module-roads.ts`), in
 * the memory that the threads share, and the native program (`program/`), for maps that are too large for that memory.
 * Both use the same crate (`solver-rs/serving`), so their answers are the same, byte for byte.
 */
import type { MatrixSelection } from '#wasm';
import type { EstimateParameters, TravelSpeeds } from '../travel/index.js';
import type { MapFile } from './map-file.js';

/** A map and its number in the core. */
export type KnownMap = { number: number; file: MapFile };

export type RoadCore = {
  /** Sets the maximum size of all loaded profiles together. */
  setMemory: (bytesMax: number) => void;
  /** Registers a map, unless it is registered already. Maps must be registered in the order of their numbers. */
  register: (map: KnownMap) => void;
  /** Loads a profile if there is room for it in addition to the loaded ones. */
  preload: (map: KnownMap, profile: string) => void;
  /** Recomputes the costs of loaded profiles. Throws, without changing anything, if some profile would not fit. */
  setSpeeds: (speeds: TravelSpeeds) => void;
  /** Returns undefined while there is no room for the profile: retry soon, and hold no places meanwhile. */
  snap: (map: KnownMap, profile: string, points: Points, radiusMeters: number) => SnappedPlaces;
  beginTile: (tile: Tile) => TileCut;
};

export type SnappedPlaces = RoadPlaces | undefined;

/** In degrees. */
export type Points = { latitudes: Float64Array; longitudes: Float64Array };

/** A tile in the usual numbering of web maps. It must exist. */
export type Tile = { zoom: number; x: number; y: number };

/** The places of a request on roads, with the costs at the time when they were snapped. Must be freed. */
export type RoadPlaces = {
  /** One entry per place: meters to the road, NaN if none is near. */
  snapMeters: () => Float64Array;
  /** Latitude and longitude of each place in turn; NaN if no road is near. */
  snappedDegrees: () => Float64Array;
  /** Identifies the speeds that the costs were computed with: equal for equal speeds. */
  speedsVersion: () => string;
  /** The version of the live speeds that the costs include; undefined if none are in force. */
  liveSpeeds: () => string | undefined;
  travelRows: (trip: RoadTrip, model: EstimateParameters, points: Points) => TravelRows;
  matrixRows: (trip: RoadTrip, question: MatrixQuestion) => MatrixRows;
  /** Draws one leg per entry of `from`, `to` and `lanes`; a leg without a road connection is straight. */
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

/** The numbers of the lanes, one for each travel time. Times on roads are divided by the speed factor. */
export type RoadTrip = { lanes: Uint8Array; speedFactor: number };

type WritePairs = (
  from: Uint32Array,
  to: Uint32Array,
  distanceMeters: Int32Array,
  travelSeconds: Int32Array,
) => void;

/** Rows of a travel table; costs are -1 for pairs without a road connection. Must be freed. */
export type TravelRows = {
  write: (
    first: number,
    count: number,
    distanceMeters: Int32Array,
    travelSeconds: Int32Array,
  ) => void;
  /** Writes the costs from the first entry of `from` to the first of `to`, from the second to the second, and so on. */
  writePairs: WritePairs;
  /** Writes the costs from each entry of `from` to each of `to`. */
  writeBetween: WritePairs;
  free: () => void;
};

export type MatrixQuestion = Points & {
  model: EstimateParameters;
  /** The selection in the WASM module. */
  selection: MatrixSelection;
  /** The same pairs as arrays. Built only on demand, since the module does not need them. */
  pairs: () => MatrixPairs;
  /** The ids of all places as JSON strings, one after the other. */
  keys: Uint8Array;
  keyFirstOut: Uint32Array;
};

/** The arguments of the core's `MatrixSelection`. */
export type MatrixPairs = {
  placeCount: number;
  sources: Uint32Array;
  destinations: Uint32Array;
  classFirstOut: Uint32Array;
  classValues: Float64Array;
  containment: boolean;
};

/** Rows of a matrix as JSON. Must be freed. */
export type MatrixRows = {
  /** Returns undefined if `shouldStop` returned true, or if the costs have been dropped. */
  json: (first: number, count: number, shouldStop: () => boolean) => MatrixJson | undefined;
  free: () => void;
};

/** Each text can be taken once. */
export type MatrixJson = {
  takeTravelCosts: () => Uint8Array;
  takeUnreachable: () => Uint8Array;
  free: () => void;
};

/** A drawn route. Must be freed. */
export type RouteLine = {
  polyline: () => string;
  /** Longitude and latitude of each point in turn. */
  degrees: () => Float64Array;
  /** One entry per leg; NaN if the leg is straight. */
  legMeters: () => Float64Array;
  legSeconds: () => Float64Array;
  /** Returns the latitude and longitude of the point at a share of a leg's length. */
  pointOn: (leg: number, share: number) => Float64Array;
  free: () => void;
};

/** A tile being built. Must be finished or freed. */
export type TileCut = {
  /** Adds the roads of a map. Returns false while there is no room for the profile. */
  add: (map: KnownMap, profile: string) => boolean;
  finish: () => Uint8Array;
  free: () => void;
};
