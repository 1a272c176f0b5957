/**
 * The secrets that sign an account's webhooks: one current secret, created when it is first needed, and for a day those
 * that it replaced.
 *
 *     none ──first use──► current ──rotation──► replaced: also signs ──24 h──► expired ──next rotation──► deleted
 *
 * Every change is conditional on what is stored, so processes that share a store agree on one current secret.
 */
import type { AccountId, Store } from '../storage/index.js';
import { newWebhookSecret } from '../webhooks/index.js';
import { findAccount } from './administration.js';
import { uuidV7 } from './ids.js';

/** How long a receiver has to install the new secret. */
export const REPLACED_SECRET_MS = 24 * 60 * 60 * 1_000;
/** Each adds a signature to the headers of every message. If there are more, the oldest no longer sign. */
export const REPLACED_SECRETS_MAX = 4;

export type WebhookSecret = {
  readonly secret: string;
  readonly createdAtMs: number;
};

/** Returns the current secret. Rejects with `AccountsError` for an unknown account. */
export async function currentWebhookSecret(
  store: Store,
  nowMs: number,
  accountId: AccountId,
): Promise<WebhookSecret> {
  const [current] = await signingSecrets(store, nowMs, accountId);
  return current;
}

/** Creates a new secret, makes it the current one, and returns it. */
export async function rotateWebhookSecret(
  store: Store,
  nowMs: number,
  accountId: AccountId,
): Promise<WebhookSecret> {
  await findAccount(store, accountId);
  const { queries } = store;
  const ofAccount = queries.selectFrom('webhook_secrets').where('account_id', '=', accountId);
  const replace = queries
    .updateTable('webhook_secrets')
    .set({ revoked_at_ms: nowMs + REPLACED_SECRET_MS })
    .where('account_id', '=', accountId)
    .where('revoked_at_ms', 'is', null);
  const clear = queries
    .deleteFrom('webhook_secrets')
    .where('account_id', '=', accountId)
    .where('revoked_at_ms', 'is not', null)
    .where((of) =>
      of.or([
        of('revoked_at_ms', '<=', nowMs),
        of(
          'id',
          'not in',
          ofAccount
            .where('revoked_at_ms', 'is not', null)
            .orderBy('revoked_at_ms', 'desc')
            .orderBy('id', 'desc')
            .limit(REPLACED_SECRETS_MAX)
            .select('id'),
        ),
      ]),
    );
  await store.write([
    { query: replace },
    { query: clear },
    { query: insertSecret(store, nowMs, accountId) },
  ]);
  return currentWebhookSecret(store, nowMs, accountId);
}

/** Returns all secrets that sign now, the current one first. Creates the current one if there is none yet. */
export async function signingSecrets(
  store: Store,
  nowMs: number,
  accountId: AccountId,
): Promise<readonly [WebhookSecret, ...WebhookSecret[]]> {
  const stored = await readSecrets(store, nowMs, accountId);
  if (stored !== undefined) return stored;
  await findAccount(store, accountId);
  await store.write([{ query: insertSecret(store, nowMs, accountId) }]);
  const secrets = await readSecrets(store, nowMs, accountId);
  if (secrets === undefined) throw new TypeError('A webhook secret was made and is not there.');
  return secrets;
}

/** Returns the secrets that sign now; undefined if there is no current one. */
async function readSecrets(
  store: Store,
  nowMs: number,
  accountId: AccountId,
): Promise<readonly [WebhookSecret, ...WebhookSecret[]] | undefined> {
  const rows = await store.read(
    store.queries
      .selectFrom('webhook_secrets')
      .select(['secret', 'created_at_ms', 'revoked_at_ms'])
      .where('account_id', '=', accountId)
      .where((of) => of.or([of('revoked_at_ms', 'is', null), of('revoked_at_ms', '>', nowMs)]))
      .orderBy('revoked_at_ms', 'desc')
      .orderBy('id', 'desc'),
  );
  const current = rows.find((row) => row.revoked_at_ms === null);
  if (current === undefined) return undefined;
  const replaced = rows.filter((row) => row.revoked_at_ms !== null);
  return [secretOf(current), ...replaced.map(secretOf)];
}

/** Inserts nothing if the account has a current secret, because another request was first. */
function insertSecret({ queries }: Store, nowMs: number, accountId: AccountId) {
  return queries
    .insertInto('webhook_secrets')
    .values({
      id: uuidV7(nowMs),
      account_id: accountId,
      secret: newWebhookSecret(),
      created_at_ms: nowMs,
      revoked_at_ms: null,
    })
    .onConflict((conflict) => conflict.doNothing());
}

function secretOf(row: { secret: string; created_at_ms: number }): WebhookSecret {
  return { secret: row.secret, createdAtMs: row.created_at_ms };
}
