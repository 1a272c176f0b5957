/** Opens the shared store. Imports the driver only here: its 15 MB are of no use with an embedded database. */
import type { Store } from './types.js';
import type { SharedStoreOptions } from './postgres/shared-store.js';

export async function openSharedStore(options: SharedStoreOptions): Promise<Store> {
  const shared = await import('./postgres/shared-store.js');
  return await shared.openSharedStore(options);
}
