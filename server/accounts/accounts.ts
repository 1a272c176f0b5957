/**
 * The accounts of the service, as functions over one store and one clock.
 *
 * This file only connects the parts: the work of each function is in the file of its concern. Here, the caches of
 * callers are updated after each change.
 */
import type { AccountId, KeyId, Store } from '../storage/index.js';
import * as administration from './administration.js';
import type { Account, ApiKeyRecord, Limits, NewAccount, NewKey } from './administration.js';
import { hashApiKey } from './api-key.js';
import { createCallers, type CallerLookup } from './caller.js';
import {
  createCharge,
  earlierUse,
  type ChargeInput,
  type ChargeOutcome,
  type EarlierUse,
} from './charge.js';
import { refundRequest, type RefundOutcome } from './refund.js';
import { createUsageReader, type UsageInput, type UsageReading, type UsageRow } from './usage.js';
import { createVersionUses, versionUses, type VersionUse } from './version-uses.js';
import {
  currentWebhookSecret,
  rotateWebhookSecret,
  signingSecrets,
  type WebhookSecret,
} from './webhook-secrets.js';

export type AccountsOptions = {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** See `createCallers`. By default, the time since the process started. */
  readonly age?: () => number;
};

export type Accounts = {
  /** Returns the key, which cannot be read later. Rejects with `AccountsError` for a key that is malformed or taken. */
  createAccount(input: NewAccount): Promise<{ account: Account; apiKey: string }>;
  addKey(input: NewKey): Promise<{ keyId: KeyId; apiKey: string }>;
  revokeKey(keyId: KeyId): Promise<void>;
  /** Resolves with the new balance. */
  grantCredits(accountId: AccountId, credits: number): Promise<number>;
  setLimits(accountId: AccountId, limits: Limits): Promise<void>;
  setWeight(accountId: AccountId, weight: number): Promise<void>;
  setDisabled(accountId: AccountId, disabled: boolean): Promise<void>;
  listAccounts(): Promise<
    readonly { readonly account: Account; readonly keys: readonly ApiKeyRecord[] }[]
  >;
  /** Returns the keys, oldest first, including those that have expired or are revoked. */
  keys(accountId: AccountId): Promise<readonly ApiKeyRecord[]>;
  hasAnyAccount(): Promise<boolean>;
  findCaller(apiKey: string): Promise<CallerLookup>;
  /** Returns the earlier charge under the same idempotency key, before any work is done; null if there is none. */
  earlierUse(
    input: Pick<ChargeInput, 'caller' | 'endpoint' | 'idempotency'>,
  ): Promise<EarlierUse | null>;
  /** Charges a request. Once it resolves with `charged`, the charge is on disk. */
  charge(input: ChargeInput): Promise<ChargeOutcome>;
  refund(requestId: string): Promise<RefundOutcome>;
  balance(accountId: AccountId): Promise<number>;
  account(accountId: AccountId): Promise<Account>;
  usage(
    accountId: AccountId,
    input: UsageInput,
    reading?: UsageReading,
  ): Promise<readonly UsageRow[]>;
  /** Returns the current secret of the account, which is created if there is none yet. */
  webhookSecret(accountId: AccountId): Promise<WebhookSecret>;
  /** Returns a new secret. The replaced one keeps signing beside it for `REPLACED_SECRET_MS`. */
  rotateWebhookSecret(accountId: AccountId): Promise<WebhookSecret>;
  /** Returns the secrets that sign now: the current one first, then those replaced recently. Never empty. */
  webhookSecrets(accountId: AccountId): Promise<readonly string[]>;
  /** Records that the account has used a version of the API; no request waits for it. */
  noteVersion(accountId: AccountId, version: string): void;
  /** Returns which account used which version in the last days. */
  versionUses(days: number): Promise<readonly VersionUse[]>;
  /** Returns the number of entries in the caches of callers, for metrics. */
  cachedEntries(): { readonly known: number; readonly unknown: number };
};

export function createAccounts({ store, clock, age }: AccountsOptions): Accounts {
  const callers = createCallers(store, clock, age ?? (() => performance.now()));
  const charge = createCharge(store, clock);
  const uses = createVersionUses(store, clock);
  return {
    async createAccount(input) {
      const created = await administration.createAccount(store, clock(), input);
      callers.forgetKey(hashApiKey(created.apiKey));
      return created;
    },
    async addKey(input) {
      const added = await administration.addKey(store, clock(), input);
      callers.forgetKey(hashApiKey(added.apiKey));
      return added;
    },
    async revokeKey(keyId) {
      callers.forgetKey(await administration.revokeKey(store, clock(), keyId));
    },
    async grantCredits(accountId, credits) {
      const balance = await administration.grantCredits(store, clock(), accountId, credits);
      callers.noteCredits(accountId, balance);
      return balance;
    },
    async setLimits(accountId, limits) {
      await administration.setLimits(store, accountId, limits);
      callers.forgetAccount(accountId);
    },
    setWeight: (accountId, weight) => administration.setWeight(store, accountId, weight),
    async setDisabled(accountId, disabled) {
      await administration.setDisabled(store, accountId, disabled ? clock() : null);
      callers.forgetAccount(accountId);
    },
    listAccounts: () => administration.listAccounts(store),
    keys: (accountId) => administration.keysOfAccount(store, accountId),
    hasAnyAccount: () => administration.hasAnyAccount(store),
    findCaller: (apiKey) => callers.findCaller(apiKey),
    earlierUse: (input) => earlierUse(store, input, clock()),
    async charge(input) {
      const outcome = await charge(input);
      if (outcome.kind === 'charged') {
        callers.noteCredits(input.caller.accountId, outcome.creditsRemaining);
      }
      return outcome;
    },
    async refund(requestId) {
      const outcome = await refundRequest(store, clock, requestId);
      if (outcome.kind === 'refunded') {
        callers.noteCredits(outcome.accountId, outcome.creditsRemaining);
      }
      return outcome;
    },
    async balance(accountId) {
      const { credits } = await administration.findAccount(store, accountId);
      callers.noteCredits(accountId, credits);
      return credits;
    },
    account: (accountId) => administration.findAccount(store, accountId),
    usage: createUsageReader(store),
    webhookSecret: (accountId) => currentWebhookSecret(store, clock(), accountId),
    rotateWebhookSecret: (accountId) => rotateWebhookSecret(store, clock(), accountId),
    async webhookSecrets(accountId) {
      return (await signingSecrets(store, clock(), accountId)).map(({ secret }) => secret);
    },
    noteVersion: (accountId, version) => {
      uses.note(accountId, version);
    },
    versionUses: (days) => versionUses(store, clock(), days),
    cachedEntries: () => callers.cachedEntries(),
  };
}
