/**
 * Chooses the threads that read a body. Large ones are read by separate reading threads; engine threads get them
 * compiled, and only fill the travel tables.
 */
import { bodyTask, isLarge, type BodyRequest } from '../api/index.js';
import type { EnginePool } from '../engine/index.js';
import type { PrepareOutput, PrepareTasks } from './prepare-task.js';
import { buffersOf, type RoutingReadTasks } from './compile-task.js';
import type { ReadInput, ReadOnlyTasks } from './read-task.js';

export type ReadingPools = {
  pool: EnginePool<PrepareTasks>;
  readers: EnginePool<RoutingReadTasks>;
};

type OutputOf<Kind extends keyof ReadOnlyTasks> = Promise<ReadOnlyTasks[Kind]['output']>;

export async function price(
  pools: ReadingPools,
  request: BodyRequest,
  operation: ReadInput['operation'],
): OutputOf<'routing_price'> {
  const { input, options } = bodyTask(request);
  return await readersOf(pools, request).run(
    'routing_price',
    { body: input.body, operation },
    options,
  );
}

export async function accept(
  pools: ReadingPools,
  request: BodyRequest,
): OutputOf<'routing_accept'> {
  const { input, options } = bodyTask(request);
  return await readersOf(pools, request).run('routing_accept', input, options);
}

export async function prepare(
  { pool, readers }: ReadingPools,
  request: BodyRequest,
  operation: ReadInput['operation'],
): Promise<PrepareOutput> {
  const task = bodyTask(request);
  if (!isLarge(request.body)) {
    return await pool.run('routing_prepare', { ...task.input, operation }, task.options);
  }
  const outcome = await readers.run('routing_read', { ...task.input, operation }, task.options);
  if (outcome.kind === 'refused') return outcome;
  return await pool.run('routing_fill', outcome, { ...task.options, transfer: buffersOf(outcome) });
}

function readersOf({ pool, readers }: ReadingPools, { body }: BodyRequest) {
  return (isLarge(body) ? readers : pool) as Pick<EnginePool<ReadOnlyTasks>, 'run'>;
}
