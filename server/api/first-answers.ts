/**
 * The first answer to an idempotency key, for its repetitions: they get these very bytes, and nothing is searched for again.
 *
 * Kept before the charge, under the request's own id, so that it is there if the charge is; what was kept for a charge that did not come is
 * dropped, or swept up after a day with all others.
 */
export type FirstAnswers = {
  /** Throws `overloaded` where it cannot be kept: the promise of the same answer could not be held. */
  keep: (requestId: string, body: Uint8Array) => Promise<void>;
  /** Undefined: it is no longer there, and has to be computed again. */
  find: (requestId: string) => Promise<Uint8Array | undefined>;
  drop: (requestId: string) => Promise<void>;
};
