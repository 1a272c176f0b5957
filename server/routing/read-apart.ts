/** Where a body is read: a large one by threads that nobody else's task runs in, before it comes to the roads. */
import { bodyTask, isLarge, type BodyRequest } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import type { PrepareOutput, PrepareTask } from './prepare-task.js';
import type { PrepareInput, RoutingReadTask } from './read-task.js';

export type ReadingPools = {
  pool: EnginePool<PrepareTask>;
  readers: EnginePool<RoutingReadTask>;
};

export async function readAndRun(
  { pool, readers }: ReadingPools,
  request: BodyRequest,
  what: Pick<PrepareInput, 'way' | 'mode'>,
): Promise<PrepareOutput> {
  const whole = bodyTask(request);
  if (!isLarge(request.body)) {
    return await pool.run('routing_prepare', { ...whole.input, ...what }, whole.options);
  }
  const outcome = await readers.run('routing_read', { ...whole.input, ...what }, whole.options);
  if (outcome.kind !== 'sound') return outcome;
  const sound = bodyTask(request, outcome.body);
  return await pool.run('routing_prepare', { ...sound.input, ...what }, sound.options);
}
