/**
 * Limits the memory that the bodies of all connections together may hold. Each body also has its own limit
 * (`MAX_BODY_BYTES`); without the common limit, many connections could take any amount of memory.
 *
 *   reserve   as bytes arrive, never earlier: a client that declares a large body and sends nothing holds no memory
 *   refuse    at once if the budget is used up. No body waits for memory, so bodies cannot deadlock
 *   free      when the request has ended and no task holds the body. A cancelled task holds its body until a thread
 *             reaches the task in the queue, possibly longer than its request lasts
 */
import { ApiError } from '../errors.js';

/** Threads take over bodies within a moment, unless the queue is long. */
const RETRY_AFTER_SECONDS = 1;

/** The maximum share of the budget that one account may hold, so that the others always have the rest. */
const OWNER_SHARE = 0.8;

/** The memory of one body. */
export type BodyLease = {
  /** Throws `overloaded` when the budget has no room. */
  reserve: (bytes: number) => void;
  /** Adds a holder of the body, and returns the function that removes it; call that function once. */
  hold: () => () => void;
};

export type BodyMemory = {
  /** Returns an empty lease without holders. `owner` is the account. */
  lease: (owner?: string) => BodyLease;
  heldBytes: () => number;
};

export function createBodyMemory(bytesMax: number): BodyMemory {
  let heldBytes = 0;
  const heldByOwner = new Map<string, number>();
  return {
    heldBytes: () => heldBytes,
    lease: (owner = '') => {
      let leasedBytes = 0;
      let holderCount = 0;
      return {
        reserve: (bytes) => {
          if (heldBytes + bytes > bytesMax) {
            throw new ApiError(
              'overloaded',
              `The request bodies being received use all of the ${bytesMax} bytes available for them; try again.`,
              { retryAfterSeconds: RETRY_AFTER_SECONDS },
            );
          }
          const ownBytes = (heldByOwner.get(owner) ?? 0) + bytes;
          if (ownBytes > bytesMax * OWNER_SHARE) {
            throw new ApiError(
              'overloaded',
              `The account's request bodies being received use ${100 * OWNER_SHARE} % of the ${bytesMax} bytes available for all accounts; try again.`,
              { retryAfterSeconds: RETRY_AFTER_SECONDS },
            );
          }
          heldByOwner.set(owner, ownBytes);
          heldBytes += bytes;
          leasedBytes += bytes;
        },
        hold: () => {
          holderCount += 1;
          return () => {
            holderCount -= 1;
            if (holderCount > 0) return;
            heldBytes -= leasedBytes;
            const left = (heldByOwner.get(owner) ?? 0) - leasedBytes;
            if (left === 0) heldByOwner.delete(owner);
            else heldByOwner.set(owner, left);
            leasedBytes = 0;
          };
        },
      };
    },
  };
}
