/**
 * Limits how many wrong keys may come from an address, so that keys cannot be guessed at full speed.
 *
 *   within the limit   a wrong key gets a 401; a valid key passes and is remembered with its address
 *   beyond it          every key gets the same answer (429), valid or not, so that a correct guess reveals nothing;
 *                      only keys that were valid from this address before still pass
 *
 * The exception is for clients that share an address: one client with a revoked key must not lock out a whole office,
 * or all callers behind a proxy that `TRUST_PROXY` does not name.
 */
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../accounts/index.js';
import { ApiError } from '../errors.js';
import type { Counters } from './counters.js';

/** Each takes about 100 bytes. The least recently used are forgotten first, which matters only beyond the limit. */
const REMEMBERED_MAX = 10_000;

export type FailedAuthLimit = {
  /** Throws `rate_limited` if the address is beyond its limit, unless the key was valid from this address before. */
  onValidKey: (address: string, keyId: Caller['keyId']) => Promise<void>;
  /** Throws `rate_limited` if the address is beyond its limit. The key is not remembered. */
  onDisabledKey: (address: string) => Promise<void>;
  /** Counts a wrong key, and throws `rate_limited` beyond the limit. */
  onInvalidKey: (address: string) => Promise<void>;
};

export function createFailedAuthLimit(
  wrongKeysPerMinute: number,
  counters: Counters,
): FailedAuthLimit {
  const counter = counters.counter('wrong_keys');
  const remembered = new LRUCache<string, true>({ max: REMEMBERED_MAX });

  const requireWithinLimit = async (network: string): Promise<void> => {
    const count = await counter.get(network);
    if (count !== undefined && count.points > wrongKeysPerMinute) {
      throw refusal(count.msBeforeNext);
    }
  };

  return {
    async onValidKey(address, keyId) {
      const network = networkOf(address);
      const pair = `${network} ${keyId}`;
      if (remembered.get(pair) === true) return;
      await requireWithinLimit(network);
      remembered.set(pair, true);
    },
    onDisabledKey: (address) => requireWithinLimit(networkOf(address)),
    async onInvalidKey(address) {
      const count = await counter.add(networkOf(address), 1);
      if (count.points > wrongKeysPerMinute) throw refusal(count.msBeforeNext);
    },
  };
}

function refusal(msBeforeNext: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ApiError(
    'rate_limited',
    `Too many invalid keys came from this address; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** Returns an IPv4 address unchanged, and the /64 network of an IPv6 address, since one client may use all of it. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const first = head === '' ? [] : head.split(':');
  const lastCount = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - first.length - lastCount }, () => '0');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
