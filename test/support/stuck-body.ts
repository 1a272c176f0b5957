/** What a body begins with at which `stuck-read-worker.ts` is stuck for good. */
export const STUCK = '"stuck';
