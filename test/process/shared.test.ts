/**
 * Jobs that many processes share, while workers, API processes, Postgres and the S3 server are killed in turn: each ends
 * once, links lead to whole results, and the ledger adds up.
 *
 *     KILLS=50   so many kills instead of a few
 */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { describeShared, environmentOf, type SharedServers } from '../support/houses.js';
import { FLOW_CREDITS, FLOW_KEY, ask, priceOf, send, settleAll } from '../support/job-flow.js';
import { endProcesses, newFolder, start, startWorker } from '../support/process.js';

const KILLS = Number(process.env['KILLS'] ?? 4);
const LONG_RUN_MS = 1_500_000;
const ENDS = ['Completed', 'Failed'];

afterEach(endProcesses);

/** One API process and two workers over the same places. */
async function openFleet(servers: SharedServers) {
  const common = {
    ...environmentOf(await servers.newPlaces()),
    DATA_DIR: newFolder(),
    INITIAL_API_KEY: FLOW_KEY,
    INITIAL_CREDITS: String(FLOW_CREDITS),
    BATCH_THREADS: '1',
  };
  const fleet = {
    api: await start(common, 'api'),
    workers: [await startWorker(common), await startWorker(common)],
  };
  const killed = async ({ child, ended }: Pick<(typeof fleet)['api'], 'child' | 'ended'>) => {
    child.kill('SIGKILL');
    await ended;
  };
  const kills = [
    async () => {
      const worker = fleet.workers.shift();
      if (worker !== undefined) await killed(worker);
      fleet.workers.push(await startWorker(common));
    },
    async () => {
      servers.postgres.crash();
      await delay(randomInt(0, 3_000));
      await servers.postgres.restart();
    },
    async () => {
      await servers.crashS3();
      await delay(randomInt(0, 3_000));
      await servers.restartS3();
    },
    async () => {
      await killed(fleet.api);
      fleet.api = await start(common, 'api');
    },
  ];
  return { fleet, kill: async (number: number) => await kills[number % kills.length]?.() };
}

describeShared('processes that share', (servers) => {
  test(
    'end every accepted job once, whoever is killed',
    async () => {
      const { fleet, kill } = await openFleet(servers());
      const ids = new Map<number, string>();
      let sent = 0;
      for (let number = 0; number < KILLS; number += 1) {
        const batch = Array.from({ length: 3 }, () => (sent += 1));
        const sending = Promise.all(
          batch.map(async (each) => {
            const id = await send(fleet.api, each);
            if (id !== undefined) ids.set(each, id);
          }),
        );
        await delay(randomInt(50, 2_000));
        await kill(number);
        await sending;
      }
      const ends = await settleAll(fleet.api, sent, ids);
      expect(ends.filter((end) => !ENDS.includes(end))).toEqual([]);
      const completed = ends.filter((end) => end === 'Completed').length;
      const { credits } = await ask(fleet.api, '/engine/account/v1');
      expect(credits).toBe(FLOW_CREDITS - completed * (await priceOf(fleet.api)));
      // Nobody is to be given up because servers were away.
      expect(completed).toBe(sent);
    },
    LONG_RUN_MS,
  );

  test('have one first account, whoever starts first', async () => {
    const common = { ...environmentOf(await servers().newPlaces()), INITIAL_API_KEY: FLOW_KEY };
    const start2 = () => start({ ...common, DATA_DIR: newFolder() }, 'api');
    const [one, other] = await Promise.all([start2(), start2()]);
    expect(await ask(one, '/engine/account/v1')).toEqual(await ask(other, '/engine/account/v1'));
    // Nothing but the log: the S3 client warns on Node 20, which the release that is pinned supports.
    for (const { output } of [one, other]) expect(output()).not.toContain('Warning');
  });
});
