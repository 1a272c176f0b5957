/** A service that is killed in the middle of its work loses no acknowledged charge and leaves a ledger that adds up. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { createAccounts } from '../../server/accounts/index.js';
import { openTestStore, withDataDir } from '../storage/fixtures/store.js';
import { checkLedger } from './fixtures/accounts.js';

const KILLS = 5;
const PROGRAM = fileURLToPath(new URL('./fixtures/charge-forever.ts', import.meta.url));

test('no acknowledged charge is lost to kill -9', async () => {
  await withDataDir(async (dataDir) => {
    const first = await openTestStore(dataDir);
    const { apiKey } = await createAccounts({ store: first, clock: Date.now }).createAccount({
      name: 'killed',
      credits: 1_000_000_000,
    });
    await first.close();

    const acknowledged: string[] = [];
    for (let kill = 1; kill <= KILLS; kill += 1) {
      // Each time after other work: in the first commits, and after several hundred charges.
      acknowledged.push(...(await chargeUntilKilled(dataDir, apiKey, 1 + kill * kill * 37)));

      const store = await openTestStore(dataDir);
      const requests = await store.read(store.queries.selectFrom('requests').select('id'));
      const stored = new Set(requests.map(({ id }) => id));
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      const charges = await store.read(
        store.queries.selectFrom('ledger').select('request_id').where('kind', '=', 'charge'),
      );
      expect(new Set(charges.map(({ request_id: id }) => id))).toEqual(stored);
      await checkLedger(store);
      await store.close();
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS);
  });
});

/** Resolves with the ids that the child acknowledged; it is killed as soon as it has acknowledged so many. */
function chargeUntilKilled(dataDir: string, apiKey: string, ackCount: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', PROGRAM, dataDir, apiKey]);
    let output = '';
    let errors = '';
    let lines = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      lines += text.split('\n').length - 1;
      if (lines >= ackCount) child.kill('SIGKILL');
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    child.on('error', reject);
    child.on('close', (_code, signal) => {
      // A last line without its end was cut by the kill: its id is not whole.
      if (signal === 'SIGKILL') resolve(output.split('\n').slice(0, -1));
      else reject(new Error(`The child ended by itself: ${errors}`));
    });
  });
}
