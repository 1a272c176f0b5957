/**
 * Who calls: from an API key to its account, asked on every request and therefore kept for a few seconds.
 *
 *     key hash ──► known keys ──► account states ──► caller
 *        └──────► unknown keys (a cache of its own: a flood of invented keys cannot push out the keys of customers)
 *
 * What this process changes (a key revoked, an account disabled, credits charged) holds at once; what another process changes, such as
 * the account command, holds after `CALLER_CACHE_MS` at the latest. Money does not depend on it: charging asks the store.
 */
import { LRUCache } from 'lru-cache';
import type { AccountId, KeyId, Store } from '../storage/index.js';
import { hashApiKey, isApiKeyForm } from './api-key.js';

export const CALLER_CACHE_MS = 10_000;
export const CALLER_CACHE_ENTRIES_MAX = 10_000;

export type Caller = {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  /** Whether the key may do what concerns all accounts. */
  readonly isOperator: boolean;
  /** At most `CALLER_CACHE_MS` old. */
  readonly credits: number;
  /** Null: the service's default. */
  readonly requestsPerMinute: number | null;
};

export type CallerLookup =
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'disabled' };

export type Callers = {
  /** Unknown is also a key that was revoked or has expired. */
  findCaller(apiKey: string): Promise<CallerLookup>;
  /** A changed balance, so that it shows at once. */
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
  /** Changed in place: a new balance must not make the rest of the entry look newly read. */
  credits: number;
  readonly requestsPerMinute: number | null;
  readonly disabled: boolean;
};

/** `age`: by which entries grow old, in milliseconds of any beginning. Nobody sets it back, or an entry would never end. */
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
