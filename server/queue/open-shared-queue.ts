/** Loads pg-boss on demand: it costs 0.1 s and 17 MB, which a standalone process saves. See `shared.ts`. */
import type { JobQueue } from './types.js';
import type { SharedQueueOptions } from './shared.js';

export async function openSharedQueue(options: SharedQueueOptions): Promise<JobQueue> {
  const shared = await import('./shared.js');
  return await shared.openSharedQueue(options);
}
