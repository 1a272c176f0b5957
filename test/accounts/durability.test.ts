/** If a service or a database server is killed at work, no acknowledged charge is lost and the ledger adds up. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { openSharedStore, type Store } from '../../server/storage/index.js';
import { describePostgres, describeStores } from '../support/stores.js';
import { benchOn, chargeOf, checkLedger, newCaller } from './fixtures/accounts.js';
import { compiledFile } from '../support/compiled.js';
import { until } from '../support/until.js';

const KILLS = 5;
/** Processes are started and stopped many times. */
const TEST_MS_MAX = 600_000;
/** Longer than a database server takes to start on a busy machine. */
const PATIENCE_MS = 120_000;
const RICH = { name: 'rich', credits: 1_000_000_000 };
const PROGRAM = fileURLToPath(compiledFile('test/accounts/fixtures/charge-forever'));

describeStores((stores) => {
  test(
    'no acknowledged charge is lost to kill -9 of the service',
    async () => {
      await stores.withDatabase(async (open, place) => {
        const first = await open();
        const { apiKey } = await benchOn(first).accounts.createAccount(RICH);
        await first.close();

        const acknowledged: string[] = [];
        for (let kill = 1; kill <= KILLS; kill += 1) {
          // The amount of work before each kill differs: from the first commits to several hundred charges.
          acknowledged.push(...(await chargeUntilKilled(place, apiKey, 1 + kill * kill * 16)));

          const store = await open();
          const stored = await chargedRequests(store);
          expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
          await store.close();
        }
        expect(acknowledged.length).toBeGreaterThan(KILLS);
      });
    },
    TEST_MS_MAX,
  );
});

describePostgres('the shared store', (server) => {
  test(
    'every charge is answered and stored once while the database server crashes repeatedly',
    async () => {
      const store = await openSharedStore({
        ...{ databaseUrl: await server().newDatabase(), patienceMs: PATIENCE_MS },
      });
      const bench = benchOn(store);
      const caller = await newCaller(bench, RICH);
      const acknowledged = new Set<string>();
      let crashing = true;
      const chargeOn = async (): Promise<void> => {
        while (crashing) {
          const charge = chargeOf(caller, { credits: 3 });
          expect((await bench.accounts.charge(charge)).kind).toBe('charged');
          acknowledged.add(charge.requestId);
        }
      };
      const charging = Promise.all(Array.from({ length: 10 }, chargeOn));
      for (let crash = 1; crash <= KILLS; crash += 1) {
        const enough = acknowledged.size + 20 * crash;
        await until(() => acknowledged.size >= enough);
        await server().crashAndRestart();
      }
      crashing = false;
      await charging;
      // No charge is lost, and none is stored that its caller was not told of.
      expect(await chargedRequests(store)).toEqual(acknowledged);
      await store.close();
    },
    TEST_MS_MAX,
  );
});

/** The ids of all requests. Each of them has its row in a ledger that adds up. */
async function chargedRequests(store: Store): Promise<Set<string>> {
  const requests = await store.read(store.queries.selectFrom('requests').select('id'));
  const stored = new Set(requests.map(({ id }) => id));
  const charges = await store.read(
    store.queries.selectFrom('ledger').select('request_id').where('kind', '=', 'charge'),
  );
  expect(new Set(charges.map(({ request_id: id }) => id))).toEqual(stored);
  await checkLedger(store);
  return stored;
}

/** Resolves with the ids that the child acknowledged. The child is killed after `ackCount` acknowledgements. */
function chargeUntilKilled(place: string, apiKey: string, ackCount: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, place, apiKey]);
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
      // If the last line is incomplete, the kill cut it off, and its id is not whole.
      if (signal === 'SIGKILL') resolve(output.split('\n').slice(0, -1));
      else reject(new Error(`The child ended by itself: ${errors}`));
    });
  });
}
