/**
 * Stores the first answer to an idempotency key. Repetitions get the same bytes, and no search runs again.
 *
 * The answer is stored before the charge, under the id of its request, so that every charge has its answer. Answers
 * whose charge did not follow are dropped, or deleted with all others after a day.
 */
export type FirstAnswers = {
  /** Stores an answer. Throws `overloaded` if it cannot, since repetitions could then not get the same answer. */
  keep: (requestId: string, body: Uint8Array) => Promise<void>;
  /** Returns the stored answer, or undefined if it no longer exists and must be computed again. */
  find: (requestId: string) => Promise<Uint8Array | undefined>;
  drop: (requestId: string) => Promise<void>;
};
