/** The travel-cost matrix: its endpoint on the event loop, its tasks in engine threads, and large matrices as jobs. */
export { matrixResponseSchema } from './answer-schema.js';
export { matrixPriceRoute, matrixRoute, type MatrixOptions } from './endpoint.js';
export { SpeedsChangedError, matrixJobChunks, type MatrixJobOptions } from './job.js';
export { matrixJob } from './job-work.js';
export { createMatrixJobHandlers, type MatrixJobTask } from './job-task.js';
export { MATRIX_EXAMPLE } from './operation.js';
export { createMatrixReadTask, type MatrixReadTask } from './read.js';
export { createMatrixTask, type LargeMatrix, type MatrixTask } from './task.js';
