/** The `BroadcastChannel` on which a thread of `solo-worker.ts` says that it hangs from now on. */
export const HANGS = 'solo-worker hangs';
