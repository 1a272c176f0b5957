/**
 * Jobs shared by several processes, while workers, API processes, Postgres and the S3 server are killed, and the
 * servers are suspended: each job ends once, links lead to whole results, and the ledger adds up.
 *
 *     KILLS=50        the number of kills, instead of one of each kind
 *     KILLS_SEED=7    determines their kinds, order and times; printed at the start, so that a run can be repeated
 *
 * The same seed gives the same kills at the same times; what they interrupt depends on the machine.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { createRandom, type Random } from '../support/draw/random.js';
import { describeShared, environmentOf, type SharedServers } from '../support/deployments.js';
import { FLOW_CREDITS, FLOW_KEY, ask, priceOf, send, settleAll } from '../support/job-flow.js';
import { endProcesses, newFolder, start, startWorker } from '../support/process.js';

const KINDS = [
  'worker',
  'api',
  'postgres',
  's3',
  'postgres stands still',
  's3 stands still',
] as const;
const KILLS = Number(process.env['KILLS'] ?? KINDS.length);
const SEED = Number(process.env['KILLS_SEED'] ?? 1);
/** A start may take half a minute on a busy machine. */
const LONG_RUN_MS = 600_000 + KILLS * 40_000;
const ENDS = ['Completed', 'Failed'];

afterEach(endProcesses);

/** One API process and two workers on the same stores. */
async function openFleet(servers: SharedServers) {
  const common = {
    ...environmentOf(await servers.newBackends()),
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
  const { postgres } = servers;
  const kills: Record<(typeof KINDS)[number], (random: Random) => Promise<void>> = {
    worker: async () => {
      const worker = fleet.workers.shift();
      if (worker !== undefined) await killed(worker);
      fleet.workers.push(await startWorker(common));
    },
    api: async () => {
      await killed(fleet.api);
      fleet.api = await start(common, 'api');
    },
    postgres: async (random) => {
      postgres.crash();
      await delay(random.between(0, 3_000));
      await postgres.restart();
    },
    s3: async (random) => {
      await servers.crashS3();
      await delay(random.between(0, 3_000));
      await servers.restartS3();
    },
    'postgres stands still': async (random) => {
      postgres.freeze();
      await delay(random.between(200, 6_000));
      postgres.thaw();
    },
    's3 stands still': async (random) => {
      servers.freezeS3();
      await delay(random.between(200, 6_000));
      servers.thawS3();
    },
  };
  return { fleet, kills };
}

describeShared('processes that share', (servers) => {
  test(
    `end every accepted job once, whatever is killed (KILLS_SEED=${SEED})`,
    async () => {
      const { fleet, kills } = await openFleet(servers());
      const random = createRandom(SEED);
      const order = Array.from({ length: Math.ceil(KILLS / KINDS.length) }, () =>
        random.draw(KINDS, KINDS.length),
      ).flat();
      const ids = new Map<number, string>();
      let sent = 0;
      for (const kind of order.slice(0, KILLS)) {
        const batch = Array.from({ length: 3 }, () => (sent += 1));
        const sending = Promise.all(
          batch.map(async (each) => {
            const id = await send(fleet.api, each);
            if (id !== undefined) ids.set(each, id);
          }),
        );
        await delay(random.between(50, 2_000));
        await kills[kind](random);
        await sending;
      }
      const ends = await settleAll(fleet.api, sent, ids);
      expect(ends.filter((end) => !ENDS.includes(end))).toEqual([]);
      const completed = ends.filter((end) => end === 'Completed').length;
      const { credits } = await ask(fleet.api, '/engine/account/v1');
      expect(credits).toBe(FLOW_CREDITS - completed * (await priceOf(fleet.api)));
      // No job may fail only because servers were unavailable.
      expect(completed).toBe(sent);
      process.stderr.write(
        `${KILLS} kills, seed ${SEED}: ${sent} jobs, ${completed} completed, the ledger adds up\n`,
      );
    },
    LONG_RUN_MS,
  );

  test('create one first account, whichever starts first', async () => {
    const common = { ...environmentOf(await servers().newBackends()), INITIAL_API_KEY: FLOW_KEY };
    const start2 = () => start({ ...common, DATA_DIR: newFolder() }, 'api');
    const [one, other] = await Promise.all([start2(), start2()]);
    expect(await ask(one, '/engine/account/v1')).toEqual(await ask(other, '/engine/account/v1'));
    // Only the log may be printed: the S3 client warns on Node 20, which the pinned release supports.
    for (const { output } of [one, other]) expect(output()).not.toContain('Warning');
  });
});
