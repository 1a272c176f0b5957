/** The beginning of the body on which `stuck-read-worker.ts` hangs forever. */
export const STUCK = '"stuck';
