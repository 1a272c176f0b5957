/** A large matrix as a job: its chunks go to the result store as they come, computed by threads that no request waits for. */
import type { EnginePool } from '../engine/index.js';
import type { JobHandler } from '../jobs/index.js';
import { matrixJobChunks } from './job.js';
import type { MatrixJobTask } from './job-task.js';

export type MatrixJobWorkOptions = {
  pool: EnginePool<MatrixJobTask>;
  /** Blocks of one matrix at once. */
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
