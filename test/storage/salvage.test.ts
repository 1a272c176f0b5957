/** Finds what a disk has lost of a database, and saves the rest into a new one that satisfies all constraints. */
import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from '@jest/globals';
import { createAccounts, ledgerFaults } from '../../server/accounts/index.js';
import { DATABASE_FILE, damageOf, salvage } from '../../server/storage/index.js';
import { openTestStore, withDataDir } from './fixtures/store.js';

const PAGE_BYTES = 4096;
const CHARGES = 600;
const CREDITS = 100_000;

/** Two accounts, one of which has paid for many requests; the file as a service leaves it. */
async function filledDatabase(dataDir: string) {
  const store = await openTestStore(dataDir);
  const accounts = createAccounts({ store, clock: Date.now });
  const payer = await accounts.createAccount({ name: 'payer', credits: CREDITS });
  await accounts.createAccount({ name: 'other', credits: 7 });
  const found = await accounts.findCaller(payer.apiKey);
  if (found.kind !== 'caller') throw new Error('The key is not known.');
  for (let number = 0; number < CHARGES; number += 1) {
    await accounts.charge({
      caller: found.caller,
      requestId: `request-${String(number).padStart(29, '0')}`,
      endpoint: 'matrix',
      credits: 3,
      counts: { pairs: number },
    });
  }
  await store.close();
  return { file: join(dataDir, DATABASE_FILE), payer };
}

/** The pages of a table's rows, found by texts that occur together only there. */
function pagesWith(file: string, ...texts: string[]): number[] {
  const bytes = readFileSync(file);
  return Array.from({ length: bytes.length / PAGE_BYTES }, (_, idx) => idx).filter((idx) =>
    texts.every((text) => bytes.subarray(idx * PAGE_BYTES, (idx + 1) * PAGE_BYTES).includes(text)),
  );
}

function destroy(file: string, page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, page * PAGE_BYTES);
  closeSync(handle);
}

test('an intact database has no faults, and all of it is saved', async () => {
  await withDataDir(async (dataDir) => {
    const { file } = await filledDatabase(dataDir);
    expect(damageOf(file)).toEqual([]);
    const to = join(dataDir, 'new.db');
    const { tables, mended, faults } = salvage(file, to, Date.now());
    expect([mended, faults]).toEqual([[], []]);
    expect(tables.filter(({ lost }) => lost > 0)).toEqual([]);
    // Each charge has a row in both tables; each account began with a grant.
    expect(tables).toContainEqual({ table: 'requests', saved: CHARGES, lost: 0, isCutOff: false });
    expect(tables).toContainEqual({
      table: 'ledger',
      saved: CHARGES + 2,
      lost: 0,
      isCutOff: false,
    });
  });
});

test('rows next to a destroyed page of the ledger are saved, and balances are kept', async () => {
  await withDataDir(async (dataDir) => {
    const { file, payer } = await filledDatabase(dataDir);
    // In the middle of the ledger's table: its rows have both texts, its indexes only one of them.
    const pages = pagesWith(file, 'charge', payer.account.id);
    destroy(file, pages[Math.floor(pages.length / 2)] ?? 0);
    expect(damageOf(file)).not.toEqual([]);

    const to = join(dataDir, 'new.db');
    const { tables, mended, faults } = salvage(file, to, Date.now());
    expect(faults).toEqual([]);
    const ledger = tables.find(({ table }) => table === 'ledger');
    expect(ledger?.lost).toBeGreaterThan(0);
    // A page holds about 25 rows.
    expect(ledger?.saved).toBeGreaterThan(CHARGES - 100);
    expect(mended.join()).toContain(`account ${payer.account.id}: rows of its ledger were lost`);

    rmSync(file);
    writeFileSync(file, readFileSync(to));
    const store = await openTestStore(dataDir);
    const accounts = createAccounts({ store, clock: Date.now });
    expect(await accounts.balance(payer.account.id)).toBe(CREDITS - 3 * CHARGES);
    expect(await ledgerFaults(store)).toEqual([]);
    expect(await accounts.findCaller(payer.apiKey)).toMatchObject({ kind: 'caller' });
    await store.close();
  });
});

test('a lost account is restored from its ledger, and disabled', async () => {
  await withDataDir(async (dataDir) => {
    const { file, payer } = await filledDatabase(dataDir);
    const [page = 0] = pagesWith(file, 'payer');
    destroy(file, page);
    const to = join(dataDir, 'new.db');
    const { mended, faults } = salvage(file, to, Date.now());
    expect(faults).toEqual([]);
    expect(mended.join()).toContain(`account ${payer.account.id} was lost: made again`);
    const database = new DatabaseSync(to, { readOnly: true });
    const row = database
      .prepare('SELECT credits, disabled_at_ms FROM accounts WHERE id = ?')
      .get(payer.account.id);
    expect(row).toEqual({ credits: CREDITS - 3 * CHARGES, disabled_at_ms: expect.any(Number) });
    database.close();
  });
});

test('a truncated file is damaged, and what precedes the cut is saved', async () => {
  await withDataDir(async (dataDir) => {
    const { file } = await filledDatabase(dataDir);
    truncateSync(file, Math.floor((statSync(file).size * 0.6) / PAGE_BYTES) * PAGE_BYTES);
    expect(damageOf(file)).not.toEqual([]);
    const { tables, faults } = salvage(file, join(dataDir, 'new.db'), Date.now());
    expect(faults).toEqual([]);
    const saved = tables.reduce((sum, table) => sum + table.saved, 0);
    expect(saved).toBeGreaterThan(CHARGES / 2);
  });
});

test('nothing can be saved from a file that is not a database, and this is reported', async () => {
  await withDataDir(async (dataDir) => {
    const file = join(dataDir, DATABASE_FILE);
    writeFileSync(file, 'not a database at all'.repeat(1000));
    expect(damageOf(file)).toEqual(['file is not a database']);
    expect(() => salvage(file, join(dataDir, 'new.db'), 0)).toThrow(
      /^Nothing can be saved of .*: file is not a database\.$/,
    );
  });
});
