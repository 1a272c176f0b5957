/**
 * Accounts: who may call, what a request costs, and the record of every credit that moved.
 *
 *     API key ──► caller ──► charge ──► request record + balance + ledger row, in one commit
 *                              └─► refund, once, in full
 *
 * Invariant: an account's balance is the sum of its ledger rows, at every commit.
 */
export { StoreError } from '../storage/index.js';
export { createAccounts, type Accounts, type AccountsOptions } from './accounts.js';
export {
  AccountsError,
  type Account,
  type AccountsErrorCode,
  type ApiKeyRecord,
  type Limits,
  type NewAccount,
  type NewKey,
} from './administration.js';
export { ledgerFaults } from './audit.js';
export {
  CALLER_CACHE_ENTRIES_MAX,
  CALLER_CACHE_MS,
  type Caller,
  type CallerLookup,
} from './caller.js';
export { IDEMPOTENCY_MS, type ChargeInput, type ChargeOutcome } from './charge.js';
export { asAccountId, asKeyId, uuidV7 } from './ids.js';
export type { VersionUse } from './version-uses.js';
export { refundUnit, type RefundOutcome } from './refund.js';
export { rollUpCount, rollUpUnit } from './roll-up.js';
export type { UsageGroup, UsageInput, UsageRow } from './usage.js';
export type { WebhookSecret } from './webhook-secrets.js';
