/** The last step of a plan: an engine thread writes the result of a search thread as JSON. */
import type { EnginePool, RunOptions } from '../engine/index.js';
import type { SearchOutput } from '../search/index.js';
import type { RespondTask } from './respond/task.js';

export type WriteOptions = Pick<RunOptions, 'signal' | 'lane' | 'owner' | 'onBusy'> & {
  gzip?: boolean;
};

/** Returns the answer as JSON in UTF-8, optionally gzipped. Transfers the plan and the context to the thread. */
export async function writeAnswer(
  pool: EnginePool<RespondTask>,
  planned: SearchOutput,
  context: Uint8Array<ArrayBuffer>,
  { gzip = false, ...options }: WriteOptions,
) {
  const bytes = [planned.solution, planned.pace, context];
  const transfer = bytes.map(({ buffer }) => buffer);
  const { solution, searchMs, pace, earlier } = planned;
  const times = { searchMs, pace, ...(earlier === undefined ? {} : { earlier }) };
  const task = { solution, ...times, context, gzip };
  const { body } = await pool.run('routing_respond', task, { ...options, transfer });
  return body;
}
