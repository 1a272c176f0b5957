/**
 * What an operator does: create accounts and keys, grant credits, set limits, disable accounts. Each is one unit of the
 * store.
 *
 * A key is returned once, by the function that creates it; the store keeps only its hash.
 */
import type { Selectable } from 'kysely';
import {
  StoreError,
  type AccountId,
  type Database,
  type KeyId,
  type Store,
} from '../storage/index.js';
import { hashApiKey, isApiKeyForm, makeApiKey } from './api-key.js';
import { asAccountId, asKeyId, uuidV7 } from './ids.js';
import { onlyRow, prepareLedgerRow, requireCredits } from './ledger.js';

export type Limits = {
  /** Credits per UTC day; null means no limit. */
  readonly dailyCreditsMax: number | null;
  /** Null means the default of the service. */
  readonly requestsPerMinute: number | null;
};

export type Account = Limits & {
  /** See `setWeight`. */
  readonly weight: number;
  readonly id: AccountId;
  readonly name: string;
  readonly credits: number;
  readonly disabled: boolean;
  readonly createdAtMs: number;
};

export type ApiKeyRecord = {
  readonly id: KeyId;
  readonly accountId: AccountId;
  readonly label: string;
  readonly isOperator: boolean;
  readonly createdAtMs: number;
  readonly expiresAtMs: number | null;
  readonly revokedAtMs: number | null;
};

export type NewAccount = Partial<Limits> & {
  /** A new id is made if it is omitted. */
  readonly id?: AccountId;
  readonly name: string;
  readonly credits: number;
  /** A key chosen by the operator, of at least 16 visible ASCII characters; random if omitted. */
  readonly key?: string;
};

export type NewKey = {
  readonly accountId: AccountId;
  readonly label?: string;
  /** Whether the key may do what affects all accounts, such as setting live speeds. By default it may not. */
  readonly isOperator?: boolean;
  readonly expiresAtMs?: number;
};

export type AccountsErrorCode =
  'unknown_account' | 'account_exists' | 'unknown_key' | 'invalid_key' | 'key_taken';

/** An operator's mistake, with a message that the operator can act on. */
export class AccountsError extends Error {
  override readonly name = 'AccountsError';
  readonly code: AccountsErrorCode;

  constructor(code: AccountsErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export async function createAccount(
  store: Store,
  nowMs: number,
  input: NewAccount,
): Promise<{ account: Account; apiKey: string }> {
  requireCredits(input.credits);
  if (input.key !== undefined && !isApiKeyForm(input.key)) {
    throw new AccountsError('invalid_key', 'A key is 16 to 256 visible ASCII characters.');
  }
  const account: Account = {
    id: input.id ?? asAccountId(uuidV7(nowMs)),
    name: input.name,
    credits: input.credits,
    dailyCreditsMax: input.dailyCreditsMax ?? null,
    requestsPerMinute: input.requestsPerMinute ?? null,
    disabled: false,
    weight: 1,
    createdAtMs: nowMs,
  };
  const key = newKey(store, nowMs, { accountId: account.id, label: 'first key' }, input.key);
  const { id: accountId, credits } = account;
  const insertAccount = store.queries.insertInto('accounts').values({
    id: accountId,
    name: account.name,
    credits,
    daily_credits_max: account.dailyCreditsMax,
    requests_per_minute: account.requestsPerMinute,
    disabled_at_ms: null,
    created_at_ms: nowMs,
    spent_day: 0,
    spent_credits: 0,
  });
  const grant = prepareLedgerRow(store)({
    accountId,
    requestId: null,
    kind: 'grant',
    credits,
    nowMs,
  });
  try {
    await store.write([{ query: insertAccount }, { query: key.insert }, { query: grant }]);
  } catch (error) {
    if (error instanceof StoreError && error.columns.includes('api_keys.key_hash')) {
      throw new AccountsError('key_taken', 'This key already exists.');
    }
    if (error instanceof StoreError && error.columns.includes('accounts.id')) {
      throw new AccountsError('account_exists', `There is an account ${accountId} already.`);
    }
    throw error;
  }
  return { account, apiKey: key.apiKey };
}

/** Creates a key and returns it. It cannot be read later. */
export async function addKey(
  store: Store,
  nowMs: number,
  input: NewKey,
): Promise<{ keyId: KeyId; apiKey: string }> {
  await findAccount(store, input.accountId);
  const { id, apiKey, insert } = newKey(store, nowMs, input);
  await store.write([{ query: insert }]);
  return { keyId: id, apiKey };
}

/** Returns the hash of the revoked key. Revoking a key again keeps the time of the first revocation. */
export async function revokeKey(store: Store, nowMs: number, keyId: KeyId): Promise<string> {
  const outcome = await store.write([
    {
      query: store.queries
        .updateTable('api_keys')
        .set((of) => ({ revoked_at_ms: of.fn.coalesce('revoked_at_ms', of.val(nowMs)) }))
        .where('id', '=', keyId)
        .returning('key_hash'),
      mustChange: 'key_exists',
    },
  ]);
  if (outcome.kind === 'committed') return onlyRow(outcome.rows[0]).key_hash;
  throw new AccountsError('unknown_key', `There is no key ${keyId}.`);
}

/** Returns the new balance. */
export async function grantCredits(
  store: Store,
  nowMs: number,
  accountId: AccountId,
  credits: number,
): Promise<number> {
  requireCredits(credits);
  const outcome = await store.write([
    {
      query: store.queries
        .updateTable('accounts')
        .set((of) => ({ credits: of('credits', '+', credits) }))
        .where('id', '=', accountId)
        .returning('credits'),
      mustChange: 'account_exists',
    },
    {
      query: prepareLedgerRow(store)({ accountId, requestId: null, kind: 'grant', credits, nowMs }),
    },
  ]);
  if (outcome.kind === 'committed') return onlyRow(outcome.rows[0]).credits;
  throw unknownAccount(accountId);
}

/** Sets both limits. Null means no limit (credits per day) or the default of the service (requests per minute). */
export async function setLimits(
  store: Store,
  accountId: AccountId,
  { dailyCreditsMax, requestsPerMinute }: Limits,
): Promise<void> {
  await updateAccount(store, accountId, {
    daily_credits_max: dailyCreditsMax,
    requests_per_minute: requestsPerMinute,
  });
}

/** Sets the account's share of the computation of jobs, relative to other accounts: 1 to 1,000, by default 1. */
export async function setWeight(store: Store, accountId: AccountId, weight: number): Promise<void> {
  await updateAccount(store, accountId, { weight });
}

/** Disables the account, or enables it again if `disabledAtMs` is null. */
export async function setDisabled(
  store: Store,
  accountId: AccountId,
  disabledAtMs: number | null,
): Promise<void> {
  await updateAccount(store, accountId, { disabled_at_ms: disabledAtMs });
}

/** Returns all accounts with their keys, oldest first. */
export async function listAccounts(
  store: Store,
): Promise<readonly { readonly account: Account; readonly keys: readonly ApiKeyRecord[] }[]> {
  const [accountRows, keyRows] = await Promise.all([
    store.read(store.queries.selectFrom('accounts').selectAll().orderBy('id')),
    store.read(store.queries.selectFrom('api_keys').selectAll().orderBy('id')),
  ]);
  const keysByAccount = new Map<AccountId, ApiKeyRecord[]>();
  for (const row of keyRows) {
    const keys = keysByAccount.get(row.account_id) ?? [];
    keysByAccount.set(row.account_id, [...keys, keyOf(row)]);
  }
  return accountRows.map((row) => ({
    account: accountOf(row),
    keys: keysByAccount.get(row.id) ?? [],
  }));
}

/** Returns the keys of an account, oldest first. */
export async function keysOfAccount(
  store: Store,
  accountId: AccountId,
): Promise<readonly ApiKeyRecord[]> {
  const query = store.queries.selectFrom('api_keys').selectAll();
  return (await store.read(query.where('account_id', '=', accountId).orderBy('id'))).map(keyOf);
}

export async function findAccount(store: Store, accountId: AccountId): Promise<Account> {
  const query = store.queries.selectFrom('accounts').selectAll().where('id', '=', accountId);
  const [row] = await store.read(query);
  if (row === undefined) throw unknownAccount(accountId);
  return accountOf(row);
}

export async function hasAnyAccount(store: Store): Promise<boolean> {
  const rows = await store.read(store.queries.selectFrom('accounts').select('id').limit(1));
  return rows.length > 0;
}

function newKey(store: Store, nowMs: number, input: NewKey, chosenKey?: string) {
  const id = asKeyId(uuidV7(nowMs));
  const apiKey = chosenKey ?? makeApiKey(id);
  const insert = store.queries.insertInto('api_keys').values({
    id,
    account_id: input.accountId,
    key_hash: hashApiKey(apiKey),
    label: input.label ?? '',
    is_operator: input.isOperator === true ? 1 : 0,
    created_at_ms: nowMs,
    expires_at_ms: input.expiresAtMs ?? null,
    revoked_at_ms: null,
  });
  return { id, apiKey, insert };
}

async function updateAccount(
  store: Store,
  accountId: AccountId,
  values: Partial<
    Pick<
      Selectable<Database['accounts']>,
      'daily_credits_max' | 'requests_per_minute' | 'disabled_at_ms' | 'weight'
    >
  >,
): Promise<void> {
  const query = store.queries.updateTable('accounts').set(values).where('id', '=', accountId);
  const outcome = await store.write([{ query, mustChange: 'account_exists' }]);
  if (outcome.kind === 'guard_failed') throw unknownAccount(accountId);
}

function unknownAccount(accountId: AccountId): AccountsError {
  return new AccountsError('unknown_account', `There is no account ${accountId}.`);
}

function accountOf(row: Selectable<Database['accounts']>): Account {
  return {
    id: row.id,
    name: row.name,
    credits: row.credits,
    dailyCreditsMax: row.daily_credits_max,
    requestsPerMinute: row.requests_per_minute,
    disabled: row.disabled_at_ms !== null,
    weight: row.weight,
    createdAtMs: row.created_at_ms,
  };
}

function keyOf(row: Selectable<Database['api_keys']>): ApiKeyRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    label: row.label,
    isOperator: row.is_operator === 1,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    revokedAtMs: row.revoked_at_ms,
  };
}
