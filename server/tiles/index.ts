/** The road maps as vector tiles, for display. */
export { tileRoute } from './endpoint.js';
export { createTilesTask, type TilesTask } from './task.js';
