/** The operator's account command, run as a process on a real data directory. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createAccounts } from '../../server/accounts/index.js';
import { DATABASE_FILE } from '../../server/storage/index.js';
import { notices } from '../../scripts/account-notices.js';
import { until } from '../support/until.js';
import { openTestStore, withDataDir } from '../storage/fixtures/store.js';
import { compiledFile } from '../support/compiled.js';

const COMMAND = fileURLToPath(compiledFile('programs/account'));

function run(dataDir: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return { status, stdout, stderr };
}

test('an account is created, listed, granted credits, given a key and disabled', async () => {
  await withDataDir(async (dataDir) => {
    await (await openTestStore(dataDir)).close();
    expect(run(dataDir, 'list').stdout).toBe('There are no accounts.\n');
    const created = run(dataDir, 'create', 'Acme', '--credits', '50');
    expect(created).toMatchObject({ status: 0, stderr: '' });
    const apiKey = /^key +(\S+)$/m.exec(created.stdout)?.[1] ?? '';
    const accountId = /^account (\S+)$/m.exec(created.stdout)?.[1] ?? '';
    expect(run(dataDir, 'grant', accountId, '25').stdout).toBe('balance 75\n');
    const added = run(dataDir, 'add-key', accountId, '--label', 'night jobs');
    const keyId = /^key id (\S+)$/m.exec(added.stdout)?.[1] ?? '';
    expect(run(dataDir, 'revoke-key', keyId).status).toBe(0);

    const listed = run(dataDir, 'list').stdout;
    expect(listed).toContain(`${accountId}  Acme  75 credits`);
    expect(listed).toMatch(new RegExp(`key ${keyId}  night jobs  revoked 2`));
    expect(listed).not.toContain(apiKey);

    expect(run(dataDir, 'disable', accountId).status).toBe(0);
    const store = await openTestStore(dataDir);
    const accounts = createAccounts({ store, clock: Date.now });
    expect(await accounts.findCaller(apiKey)).toEqual({ kind: 'disabled' });
    await store.close();
  });
});

test('accounts that use a version are listed and are notified of its end by message', async () => {
  await withDataDir(async (dataDir) => {
    const store = await openTestStore(dataDir);
    const accounts = createAccounts({ store, clock: Date.now });
    const { account } = await accounts.createAccount({ name: 'Acme', credits: 0 });
    accounts.noteVersion(account.id, 'matrix/v1');
    // Reads return everything that was written before them.
    await until(async () => (await accounts.versionUses(30)).length > 0);
    const uses = await accounts.versionUses(30);
    await store.close();
    expect(run(dataDir, 'notices').stdout).toBe('No version of the API ends.\n');
    const today = uses[0]?.lastUsed ?? '';
    expect(run(dataDir, 'notices', '--version', 'matrix/v1').stdout).toBe(
      `matrix/v1  used by 1 accounts in the last 30 days\n  ${account.id}  Acme  last on ${today}\n`,
    );
    expect(run(dataDir, 'notices', '--version', 'x').stdout).toContain('There is no version x');

    const endsAt = { deprecatedAtMs: Date.UTC(2027, 0, 1), sunsetAtMs: Date.UTC(2027, 3, 1) };
    const folder = join(dataDir, 'messages');
    const told = () =>
      notices({
        uses,
        versions: [
          { name: 'matrix/v1', prefix: '', ends: { ...endsAt, successor: 'matrix/v2' } },
          { name: 'matrix/v2', prefix: '' },
        ],
        nowMs: endsAt.deprecatedAtMs,
        version: undefined,
        folder,
      });
    const text = told();
    expect(text).toContain('matrix/v1  2027-04-01  ends in 90 days, tell them  used by 1 accounts');
    const message = readFileSync(join(folder, `${account.id}-matrix-v1.txt`), 'utf8');
    expect(message).toMatch(/^Subject: matrix\/v1 of the Route Engine API ends on 2027-04-01\n\n/);
    expect(message).toContain('Please ask at /engine/matrix/v2 instead');
    expect(text).toContain(`  1 new messages in ${folder}`);
    expect(told()).toContain(`  0 new messages in ${folder}`);
  });
});

test.each([
  { words: [], says: 'A command is missing.' },
  { words: ['destroy'], says: 'There is no command "destroy".' },
  { words: ['create'], says: 'Expected NAME' },
  { words: ['create', 'A', '--credits', '1.5'], says: '--credits must be a whole number from 0' },
  { words: ['grant', 'id', '0'], says: 'CREDITS must be a whole number from 1' },
  { words: ['list', '--loud'], says: "Unknown option '--loud'" },
])('rejects $words: $says', async ({ words, says }) => {
  await withDataDir((dataDir) => {
    const { status, stdout, stderr } = run(dataDir, ...words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(says);
    expect(stderr).toContain('Usage: npm run account');
    // A mistyped word must not create a database.
    expect(readdirSync(dataDir)).toEqual([]);
    return Promise.resolve();
  });
});

test('a missing account or key is reported in one line', async () => {
  await withDataDir(async (dataDir) => {
    await (await openTestStore(dataDir)).close();
    const result = run(dataDir, 'grant', 'nobody', '5');
    expect(result).toEqual({ status: 1, stdout: '', stderr: 'There is no account nobody.\n' });
  });
});

test.each([['list'], ['create', 'A'], ['check'], ['repair']])(
  '%s without a database creates neither a database nor a directory',
  async (...words) => {
    await withDataDir((dataDir) => {
      const place = join(dataDir, 'elsewhere');
      const { status, stdout, stderr } = run(place, ...words);
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`DATA_DIR: there is no database in ${place}; give the directory`);
      expect(readdirSync(dataDir)).toEqual([]);
      return Promise.resolve();
    });
  },
);

test('the command does not build, because a running service keeps its files', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  // It builds only where nothing has been built yet.
  expect(scripts.account).toBe(
    '{ [ -f dist/programs/account.js ] || npm run --silent build; } && node dist/programs/account.js',
  );
});

test('a damaged database is reported, and its intact rows are saved', async () => {
  await withDataDir(async (dataDir) => {
    const store = await openTestStore(dataDir);
    const accounts = createAccounts({ store, clock: Date.now });
    const { account } = await accounts.createAccount({ name: 'kept', credits: 5 });
    expect(run(dataDir, 'check')).toEqual({
      status: 0,
      stdout: 'The database is whole, and the ledger adds up.\n',
      stderr: '',
    });
    await store.close();
    const file = join(dataDir, DATABASE_FILE);
    // The pages after those of the accounts: the pages of other tables and of indexes.
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length - 3 * 4096));
    const checked = run(dataDir, 'check');
    expect(checked.status).toBe(1);
    expect(checked.stdout).toContain('save what is whole with "npm run account -- repair"');

    const repaired = run(dataDir, 'repair');
    expect(repaired).toMatchObject({ status: 0, stderr: '' });
    expect(repaired.stdout).toContain('accounts: 1 rows saved\n');
    // A second run does not overwrite what the first one saved.
    expect(run(dataDir, 'repair').status).toBe(1);
    renameSync(join(dataDir, 'route-engine.repaired.db'), file);
    expect(run(dataDir, 'check').status).toBe(0);
    expect(run(dataDir, 'list').stdout).toContain(`${account.id}  kept  5 credits`);
  });
});
