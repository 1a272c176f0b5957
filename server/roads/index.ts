/** Road maps: their files, how they are built from extracts, and how engine threads use them. */
export { type MapBuildProgress } from './build-map.js';
export { mapPathOf } from './catalog.js';
export { MapsError } from './maps-error.js';
export { runMapsJob } from './run-job.js';
export {
  createThreadMaps,
  type RoadSettings,
  type Snapped,
  type ThreadMaps,
} from './thread-maps.js';
