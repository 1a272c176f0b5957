/** The travel-cost matrix: its endpoint on the event loop, its task in the engine's threads. */
export { matrixRoute, type MatrixOptions } from './endpoint.js';
export { MATRIX_EXAMPLE } from './operation.js';
export { createMatrixTask, type MatrixTask } from './task.js';
