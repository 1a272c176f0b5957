/**
 * Jobs while the process is killed repeatedly: each job ends in exactly one result, and the ledger adds up.
 *
 *     KILLS=50        the number of kills, instead of a few
 *     KILLS_SEED=7    determines the time before each kill
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { createRandom } from '../support/draw/random.js';
import { FLOW_CREDITS, FLOW_KEY, ask, priceOf, send, settleAll } from '../support/job-flow.js';
import { endProcesses, newFolder, start } from '../support/process.js';

const KILLS = Number(process.env['KILLS'] ?? 4);
const SEED = Number(process.env['KILLS_SEED'] ?? 1);
const LONG_RUN_MS = 600_000 + KILLS * 30_000;

afterEach(endProcesses);

test(
  `every accepted job ends in one result, whenever the kills happen (KILLS_SEED=${SEED})`,
  async () => {
    const dataDir = newFolder();
    const environment = {
      DATA_DIR: dataDir,
      INITIAL_API_KEY: FLOW_KEY,
      INITIAL_CREDITS: String(FLOW_CREDITS),
      BATCH_THREADS: '2',
    };
    const random = createRandom(SEED);
    const ids = new Map<number, string>();
    let sent = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const service = await start(environment);
      const killed = delay(random.between(50, 2_500)).then(async () => {
        service.child.kill('SIGKILL');
        await service.ended;
      });
      const batch = Array.from({ length: 3 }, () => (sent += 1));
      for (const number of batch) {
        const id = await send(service, number);
        if (id !== undefined) ids.set(number, id);
      }
      await killed;
    }

    const service = await start(environment);
    const ends = await settleAll(service, sent, ids);
    expect(new Set(ends)).toEqual(new Set(['Completed']));
    const { credits } = await ask(service, '/engine/account/v1');
    expect(credits).toBe(FLOW_CREDITS - sent * (await priceOf(service)));

    process.stderr.write(
      `${KILLS} kills, seed ${SEED}: ${sent} jobs, all completed, the ledger adds up\n`,
    );
    service.child.kill('SIGTERM');
    await service.ended;
    // A kill between two steps may leave a file behind, which the sweep removes hours later.
    const results = join(dataDir, 'results');
    const files = readdirSync(results, { recursive: true }).map(String);
    const filesIn = (folder: string) =>
      files.filter((name) => name.startsWith(`${folder}/`)).length;
    expect(filesIn('results')).toBeGreaterThanOrEqual(sent);
    expect(
      filesIn('inputs') + filesIn('checkpoints') + filesIn('results') - sent,
    ).toBeLessThanOrEqual(2 * KILLS);
  },
  LONG_RUN_MS,
);
