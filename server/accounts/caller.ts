/**
 * Finds the account of an API key. Every request asks for it, so the answers are cached for a few seconds.
 *
 *     key hash ──► known keys ──► account states ──► caller
 *        └──────► unknown keys (a separate cache: a flood of invented keys cannot evict the keys of customers)
 *
 * Changes by this process (a revoked key, a disabled account, charged credits) take effect at once; changes by another
 * process, such as the account command, take effect after `CALLER_CACHE_MS` at the latest. Charges do not depend on the
 * cache: charging asks the store.
 */
import { LRUCache } from 'lru-cache';
import type { AccountId, KeyId, Store } from '../storage/index.js';
import { hashApiKey, isApiKeyForm } from './api-key.js';

export const CALLER_CACHE_MS = 10_000;
export const CALLER_CACHE_ENTRIES_MAX = 10_000;

export type Caller = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  /** Whether the key may do what affects all accounts. */
  readonly isOperator: boolean;
  /** At most `CALLER_CACHE_MS` old. */
  readonly credits: number;
  /** Null means the default of the service. */
  readonly requestsPerMinute: number | null;
};

export type CallerLookup =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled' };

export type Callers = {
  /** Returns the caller of a key. A key that was revoked or has expired is unknown, too. */
  findCaller(apiKey: string): Promise<CallerLookup>;
  /** Updates the cached balance after a change, so that callers see it at once. */
  noteCredits(accountId: AccountId, credits: number): void;
  forgetAccount(accountId: AccountId): void;
  forgetKey(keyHash: string): void;
  cachedEntries(): { readonly known: number; readonly unknown: number };
};

type KnownKey = {
  readonly keyId: KeyId;
  readonly isOperator: boolean;
  readonly accountId: AccountId;
  readonly expiresAtMs: number | null;
};

type AccountState = {
  /** Changed in place, because a new balance must not make the rest of the entry look newly read. */
  credits: number;
  readonly requestsPerMinute: number | null;
  readonly disabled: boolean;
};

/** `age`: a monotonic clock in milliseconds, from any origin. Entries expire by it, so it must never be set back. */
export function createCallers(store: Store, clock: () => number, age: () => number): Callers {
  const bounds = {
    max: CALLER_CACHE_ENTRIES_MAX,
    ttl: CALLER_CACHE_MS,
    ttlResolution: 0,
    perf: { now: age },
  };
  const knownKeys = new LRUCache<string, KnownKey>(bounds);
  const unknownKeys = new LRUCache<string, true>(bounds);
  const accountStates = new LRUCache<AccountId, AccountState>(bounds);

  const load = async (keyHash: string): Promise<CallerLookup> => {
    const [row] = await store.read(keyQuery(store, keyHash));
    if (row?.revoked_at_ms !== null) {
      unknownKeys.set(keyHash, true);
      return { kind: 'unknown' };
    }
    const key = {
      keyId: row.key_id,
      isOperator: row.is_operator === 1,
      accountId: row.account_id,
      expiresAtMs: row.expires_at_ms,
    };
    const state = {
      credits: row.credits,
      requestsPerMinute: row.requests_per_minute,
      disabled: row.disabled_at_ms !== null,
    };
    knownKeys.set(keyHash, key);
    accountStates.set(row.account_id, state);
    return lookupOf(key, state, clock());
  };

  return {
    findCaller(apiKey) {
      if (!isApiKeyForm(apiKey)) return Promise.resolve({ kind: 'unknown' });
      const keyHash = hashApiKey(apiKey);
      const key = knownKeys.get(keyHash);
      const state = key === undefined ? undefined : accountStates.get(key.accountId);
      if (key !== undefined && state !== undefined) {
        return Promise.resolve(lookupOf(key, state, clock()));
      }
      if (unknownKeys.get(keyHash) === true) return Promise.resolve({ kind: 'unknown' });
      return load(keyHash);
    },
    noteCredits(accountId, credits) {
      const state = accountStates.get(accountId);
      if (state !== undefined) state.credits = credits;
    },
    forgetAccount(accountId) {
      accountStates.delete(accountId);
    },
    forgetKey(keyHash) {
      knownKeys.delete(keyHash);
      unknownKeys.delete(keyHash);
    },
    cachedEntries: () => ({ known: knownKeys.size, unknown: unknownKeys.size }),
  };
}

function lookupOf(key: KnownKey, state: AccountState, nowMs: number): CallerLookup {
  if (key.expiresAtMs !== null && key.expiresAtMs <= nowMs) return { kind: 'unknown' };
  if (state.disabled) return { kind: 'disabled' };
  const { accountId, keyId, isOperator } = key;
  const { credits, requestsPerMinute } = state;
  return { kind: 'caller', caller: { accountId, keyId, isOperator, credits, requestsPerMinute } };
}

function keyQuery(store: Store, keyHash: string) {
  return store.queries
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.account_id',
      'api_keys.expires_at_ms',
      'api_keys.revoked_at_ms',
      'api_keys.is_operator',
      'accounts.credits',
      'accounts.requests_per_minute',
      'accounts.disabled_at_ms',
    ])
    .where('api_keys.key_hash', '=', keyHash);
}
