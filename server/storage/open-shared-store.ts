/** Loads the driver first, 15 MB that a process with a database of its own does without. See `postgres/shared-store.ts`. */
import type { Store } from './types.js';
import type { SharedStoreOptions } from './postgres/shared-store.js';

export async function openSharedStore(options: SharedStoreOptions): Promise<Store> {
  const shared = await import('./postgres/shared-store.js');
  return await shared.openSharedStore(options);
}
