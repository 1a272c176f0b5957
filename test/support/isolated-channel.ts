/** The `BroadcastChannel` on which a thread of `isolated-worker.ts` says that it hangs from now on. */
export const HANGS = 'isolated-worker hangs';
