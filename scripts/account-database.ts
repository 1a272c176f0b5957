/**
 * `npm run account -- check` and `repair`: find damage in the database, and copy its undamaged contents to a new one.
 *
 * `check` changes nothing and may run beside the service. `repair` requires that the service is stopped. It writes a
 * new file and leaves the old one unchanged: the operator replaces one with the other.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ledgerFaults } from '../server/accounts/index.js';
import { ConfigError } from '../server/config.js';
import { lockDataDir } from '../server/data-dir-lock.js';
import { openConfiguredStore } from '../server/backends.js';
import {
  DATABASE_FILE,
  damageOf,
  openStore,
  salvage,
  StoreError,
} from '../server/storage/index.js';

export type DatabasePlace = { dataDir: string; databaseUrl: string | undefined };

/** The text to print, and whether the database is undamaged. */
export type Findings = { text: string; isWell: boolean };

const REPAIRED_FILE = 'route-engine.repaired.db';

/** Throws `ConfigError` if there is no database: this command does not create one. */
export function requireDatabase({ dataDir, databaseUrl }: DatabasePlace): void {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return;
  throw new ConfigError([
    `DATA_DIR: there is no database in ${dataDir}; give the directory that the service has, whose first start makes it.`,
  ]);
}

export async function checkDatabase(place: DatabasePlace): Promise<Findings> {
  const faults =
    place.databaseUrl === undefined ? damageOf(join(place.dataDir, DATABASE_FILE)) : [];
  const ledger = await ledgerFindings(place);
  const all = [...faults, ...ledger];
  if (all.length === 0)
    return { text: 'The database is whole, and the ledger adds up.', isWell: true };
  const advice =
    faults.length === 0
      ? 'Look at these accounts; somebody has changed the database by hand, or a copy of it was put in place.'
      : 'Stop the service, and put a backup in its place, or save what is whole with "npm run account -- repair".';
  return { text: [...all, advice].join('\n'), isWell: false };
}

async function ledgerFindings({ dataDir, databaseUrl }: DatabasePlace): Promise<readonly string[]> {
  const onCrash = (): void => undefined;
  try {
    const store =
      databaseUrl === undefined
        ? await openStore({ dataDir, onCrash, isReadOnly: true })
        : await openConfiguredStore({
            dataDir,
            databaseUrl,
            clock: Date.now,
            onStoreLost: onCrash,
          });
    try {
      return await ledgerFaults(store);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [`whether the ledger adds up cannot be seen: ${error.message}`];
  }
}

export function repairDatabase({ dataDir, databaseUrl }: DatabasePlace): Findings {
  if (databaseUrl !== undefined) {
    throw new ConfigError([
      'DATABASE_URL: a Postgres is repaired by its own means; see its manual on corruption.',
    ]);
  }
  const [from, to] = [join(dataDir, DATABASE_FILE), join(dataDir, REPAIRED_FILE)];
  if (existsSync(to)) {
    throw new ConfigError([`DATA_DIR: ${to} is there from an earlier repair; move it away first.`]);
  }
  const release = lockDataDir(dataDir);
  try {
    const { tables, mended, faults } = salvage(from, to, Date.now());
    const rows = tables.map(({ table, saved, lost, isCutOff }) => {
      const missing = lost === 0 ? '' : `, ${String(lost)} lost`;
      const newest = isCutOff ? ', and the newest are lost, it is not known how many' : '';
      return `${table}: ${String(saved)} rows saved${missing}${newest}`;
    });
    const next = [
      `What is whole is in ${to}. To go on with it:`,
      `  mv ${from} ${from}.damaged && rm -f ${from}-wal ${from}-shm && mv ${to} ${from}`,
    ];
    const text = [...rows, ...mended, ...faults, ...next].join('\n');
    return { text, isWell: faults.length === 0 };
  } finally {
    release();
  }
}
