/**
 * Ids: UUID version 7 (RFC 9562), time first, so that new rows land at the end of an index and sort by age.
 *
 *     tttttttt-tttt-7rrr-Vrrr-rrrrrrrrrrrr     t: epoch ms, 48 bits   r: random   V: variant bits 10
 */
import { randomUUID } from 'node:crypto';
import type { AccountId, KeyId } from '../storage/index.js';

export function uuidV7(nowMs: number): string {
  const time = nowMs.toString(16).padStart(12, '0');
  // A random UUID (version 4) has its variant bits in the same place: only the time and the version differ.
  const random = randomUUID().slice(15);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`;
}

/** Brand maker, for a new id or one that an operator typed. Only a query finds out whether the account exists. */
export function asAccountId(text: string): AccountId {
  return text as AccountId;
}

/** Brand maker, see `asAccountId`. */
export function asKeyId(text: string): KeyId {
  return text as KeyId;
}
