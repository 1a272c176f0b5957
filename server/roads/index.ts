/** Road maps: their files, how they are built from extracts, how engine threads use them, and the speeds on them. */
export { buildMap, type MapBuildProgress } from './build-map.js';
export { mapPathOf } from './catalog.js';
export { openMapFile, type MapFile } from './map-file.js';
export type { FoundMap } from './maps-thread.js';
export { MapsError } from './maps-error.js';
export {
  checkRoadsProgram,
  programRoads,
  startRoadsProgram,
  type ProgramLines,
  type RoadsProgram,
} from './program/index.js';
export { runMapsJob } from './run-job.js';
export { createSharedTraffic, type SpeedsReader, type Traffic } from './shared-traffic.js';
export {
  createThreadMaps,
  type RoadSettings,
  type Snapped,
  type ThreadMaps,
  type TileMaps,
} from './thread-maps.js';
export {
  estimatedMatrixRows,
  estimatedTravelRows,
  moduleRoads,
  setTrafficSpeeds,
} from './module-roads.js';
export type {
  MatrixJson,
  MatrixPairs,
  MatrixRows,
  RoadPlaces,
  RouteLine,
  Tile,
  TravelRows,
} from './road-core.js';
export {
  createThreadSpeeds,
  type SetSpeedsOutput,
  type SetSpeedsTask,
  type SpeedsSettings,
} from './thread-speeds.js';
