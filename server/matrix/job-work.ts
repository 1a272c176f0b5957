/** Runs a large matrix as a job: batch threads compute its chunks, which go to the result store as they are ready. */
import type { EnginePool } from '../engine/index.js';
import type { JobHandler } from '../jobs/index.js';
import { matrixJobChunks } from './job.js';
import type { MatrixJobTask } from './job-task.js';

export type MatrixJobWorkOptions = {
  pool: EnginePool<MatrixJobTask>;
  /** How many blocks of a matrix are computed at once. */
  parallel: number;
};

export function matrixJob({ pool, parallel }: MatrixJobWorkOptions): JobHandler {
  return ({ jobId, input, signal, report }) =>
    Promise.resolve(
      matrixJobChunks({
        run: (kind, task, options) => pool.run(kind, task, { ...options, lane: 'batch' }),
        onProgress: (progress) => {
          report({ progress });
        },
        ...{ jobId, input, signal, parallel },
      }),
    );
}
