/** The road maps as vector tiles, to be drawn. */
export { tileRoute } from './endpoint.js';
export { createTilesTask, type TilesTask } from './task.js';
