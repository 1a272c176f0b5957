/**
 * Every change of the database's form, in order. Migrations only go forward and are never edited after a release: a mistake is put right
 * by the next number. A migration that breaks an older process still running on the same database says so in its first line.
 */
import { accountsMigration } from './0001-accounts.js';
import { jobsMigration } from './0002-jobs.js';
import { webhookSecretsMigration } from './0003-webhook-secrets.js';

export interface Migration {
  /** Counts from 1 without gaps. */
  readonly number: number;
  readonly name: string;
  /** Any number of statements; they run in one transaction with the record of having run. */
  readonly sql: string;
}

export const MIGRATIONS: readonly Migration[] = [
  accountsMigration,
  jobsMigration,
  webhookSecretsMigration,
];
