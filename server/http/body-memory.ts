/**
 * The memory that bodies may hold at once, all connections together. Each body has a limit of its own (`MAX_BODY_BYTES`);
 * without this one, enough connections could take any amount of memory.
 *
 *   reserve   as bytes arrive, never ahead of them: a client that declares much and sends nothing holds nothing
 *   refuse    at once, when the budget is used up; no body waits for memory, so no bodies can wait for each other
 *   free      when the request has ended and no task has the body any more. A cancelled task keeps its body until a
 *             thread reaches it in the queue, longer than the request that it was for
 */
import { ApiError } from '../errors.js';

/** Bodies are taken over by threads within moments, unless the queue is long. */
const RETRY_AFTER_SECONDS = 1;

/** What one account may take of it at most: the rest is for the others. */
const OWNER_SHARE = 0.8;

/** What one body holds. */
export type BodyLease = {
  /** Throws `overloaded` when the budget has no room. */
  reserve: (bytes: number) => void;
  /** One more that has the body; returns how to let go of it. What is returned may be called once. */
  hold: () => () => void;
};

export type BodyMemory = {
  /** A lease of nothing yet, and without holders. `owner`: the account. */
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
              `The bodies that are on their way take all of the ${bytesMax} bytes that there are for them; try again.`,
              { retryAfterSeconds: RETRY_AFTER_SECONDS },
            );
          }
          const ownBytes = (heldByOwner.get(owner) ?? 0) + bytes;
          if (ownBytes > bytesMax * OWNER_SHARE) {
            throw new ApiError(
              'overloaded',
              `The bodies of this account that are on their way take ${100 * OWNER_SHARE} % of the ${bytesMax} bytes that there are for all; try again.`,
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
