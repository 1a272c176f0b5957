/** Road maps: their files, how they are built from extracts, and how engine threads use them. */
export { buildMap, type MapBuildProgress } from './build-map.js';
export { mapPathOf } from './catalog.js';
export { openMapFile } from './map-file.js';
export { MapsError } from './maps-error.js';
export { runMapsJob } from './run-job.js';
export {
  createThreadMaps,
  type RoadSettings,
  type Snapped,
  type ThreadMaps,
} from './thread-maps.js';
