/** The `BroadcastChannel` on which a thread of `isolated-worker.ts` announces that it is about to hang. */
export const HANGS = 'isolated-worker hangs';
