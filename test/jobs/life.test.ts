/** A job's life without HTTP: real store and files, work that the test holds in its hands, time that it lets pass. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createAccounts } from '../../server/accounts/index.js';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { ApiError } from '../../server/errors.js';
import { createJobs, SILENT_MS, type JobContext, type JobWork } from '../../server/jobs/index.js';
import { createMemoryQueue } from '../../server/queue/index.js';
import { openStore } from '../../server/storage/index.js';

const HOUR_MS = 3600_000;
const RESULT = gzipSync('{"status":"Ok"}');
const logger = pino({ level: 'silent' });

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Two processes' worth of jobs can be made over one house. */
async function openHouse() {
  const dataDir = await mkdtemp(join(tmpdir(), 'route-engine-jobs-'));
  stops.push(() => rm(dataDir, { recursive: true, force: true }));
  let now = Date.UTC(2026, 0, 1);
  const clock = () => now;
  const store = await openStore({ dataDir, onCrash: () => undefined });
  stops.push(() => store.close());
  const accounts = createAccounts({ store, clock });
  const blobs = await openDirectoryBlobs({ dir: join(dataDir, 'results'), clock });
  stops.push(() => blobs.close());
  const { account } = await accounts.createAccount({ name: 'a', credits: 1000 });
  const [listed] = await accounts.listAccounts();
  const keyId = listed?.keys[0]?.id;
  if (keyId === undefined) throw new Error('an account has a key');
  const accountId = account.id;
  const caller = { accountId, keyId, credits: 1000, requestsPerMinute: null };

  async function openJobs(work: JobWork) {
    const queue = createMemoryQueue();
    const jobs = createJobs({
      ...{ store, accounts, blobs, queue, logger, clock },
      sendNotice: () => Promise.resolve(undefined),
      publicUrl: undefined,
    });
    stops.push(() => jobs.stop());
    await jobs.work({
      works: { routing: work, matrix: work },
      ...{ concurrency: 1, isAlone: false, retryMs: 1 },
    });
    return { ...jobs, queue };
  }
  let requests = 0;
  type Opened = Awaited<ReturnType<typeof openJobs>>;
  return {
    ...{ accounts, accountId, blobs, openJobs },
    pass: (ms: number) => {
      now += ms;
    },
    accept: async (jobs: Opened) => {
      requests += 1;
      const { jobId } = await jobs.accept(
        { caller, requestId: `request-${requests}`, signal: new AbortController().signal },
        { kind: 'routing', endpoint: 'e', input: gzipSync('{}'), credits: 7, figures: {} },
      );
      return jobId;
    },
    ended: async (jobs: Opened, jobId: string) => {
      for (;;) {
        const view = await jobs.find(jobId, accountId);
        if (view?.endedAtMs !== undefined) return view;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    names: async () => {
      const names: string[] = [];
      for (const prefix of ['inputs/', 'kept/', 'results/']) {
        for await (const { name } of blobs.list(prefix)) names.push(name);
      }
      return names;
    },
  };
}

/** Work that ends when the test says so. */
function heldWork() {
  const contexts: JobContext[] = [];
  const releases: (() => void)[] = [];
  const work: JobWork = (context) =>
    new Promise((resolve, reject) => {
      contexts.push(context);
      releases.push(() => {
        resolve([RESULT]);
      });
      context.signal.addEventListener('abort', () => {
        reject(new Error('aborted'));
      });
    });
  const begun = async (count: number) => {
    while (contexts.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { work, contexts, begun, finish: (idx: number) => releases[idx]?.() };
}

describe('an end', () => {
  test('leaves the result and nothing else', async () => {
    const house = await openHouse();
    const jobs = await house.openJobs(async () => [RESULT]);
    const jobId = await house.accept(jobs);
    const view = await house.ended(jobs, jobId);
    expect(view).toMatchObject({ state: 'completed', progress: 1 });
    await jobs.stop();
    expect(await house.names()).toEqual([`results/${jobId}-1.json.gz`]);
    expect(await house.accounts.balance(house.accountId)).toBe(993);
  });

  test("by the request's own fault gives the credits back at once", async () => {
    const problems = [{ pointer: '/locations/3', code: 'location_off_road', comment: 'No road.' }];
    const house = await openHouse();
    const jobs = await house.openJobs(() =>
      Promise.reject(new ApiError('location_unreachable', 'Too far out.', { problems })),
    );
    const view = await house.ended(jobs, await house.accept(jobs));
    expect(view.state).toBe('failed');
    // All that it would have been told had it been refused.
    expect(view.error).toEqual({
      code: 'location_unreachable',
      message: 'A location cannot be reached by road.',
      comment: 'Too far out.',
      status: 422,
      request_id: expect.any(String),
      errors: problems,
    });
    await jobs.stop();
    expect(await house.accounts.balance(house.accountId)).toBe(1000);
    expect(await house.names()).toEqual([]);
  });

  test('by a fault of ours comes after some attempts', async () => {
    const house = await openHouse();
    let attempts = 0;
    const jobs = await house.openJobs(() => {
      attempts += 1;
      return Promise.reject(new Error('out of luck'));
    });
    const view = await house.ended(jobs, await house.accept(jobs));
    expect(view).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
    expect(attempts).toBe(3);
    expect(await house.accounts.balance(house.accountId)).toBe(1000);
  });

  test('after an attempt that failed is an end like any other', async () => {
    const house = await openHouse();
    let attempts = 0;
    const jobs = await house.openJobs(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('once');
      return [RESULT];
    });
    expect(await house.ended(jobs, await house.accept(jobs))).toMatchObject({ state: 'completed' });
    expect(await house.accounts.balance(house.accountId)).toBe(993);
  });
});

describe('a worker that falls silent', () => {
  test('loses its job to another, and what it brings later changes nothing', async () => {
    const house = await openHouse();
    const first = heldWork();
    const second = heldWork();
    const slow = await house.openJobs(first.work);
    const jobId = await house.accept(slow);
    await first.begun(1);
    const other = await house.openJobs(second.work);
    house.pass(SILENT_MS);
    await other.sweep.takeOver();
    await second.begun(1);
    // The first one wakes up and believes that the job is its own.
    first.finish(0);
    await slow.stop();
    expect(await other.find(jobId, house.accountId)).toMatchObject({ state: 'running' });
    second.finish(0);
    const view = await house.ended(other, jobId);
    expect(view.result).toBe(`results/${jobId}-2.json.gz`);
    await other.stop();
    expect(await house.names()).toEqual([view.result]);
    expect(await house.accounts.balance(house.accountId)).toBe(993);
  });

  test('keeps it while it is heard', async () => {
    const house = await openHouse();
    const held = heldWork();
    const jobs = await house.openJobs(held.work);
    await house.accept(jobs);
    await held.begun(1);
    house.pass(SILENT_MS - 1);
    await jobs.sweep.takeOver();
    expect(await jobs.queue.waiting()).toBe(0);
  });
});

describe('an interruption', () => {
  test('puts the job back, to go on from what was kept', async () => {
    const house = await openHouse();
    const first = heldWork();
    const before = await house.openJobs(first.work);
    const jobId = await house.accept(before);
    await first.begun(1);
    first.contexts[0]?.report({ progress: 0.4, kept: Buffer.from('so far') });
    while (!(await house.names()).some((name) => name.startsWith('kept/'))) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await before.stop();
    expect(await before.find(jobId, house.accountId)).toMatchObject({ state: 'accepted' });

    const second = heldWork();
    const after = await house.openJobs(second.work);
    after.queue.push(jobId);
    await second.begun(1);
    expect(Buffer.from(second.contexts[0]?.kept ?? []).toString()).toBe('so far');
    second.finish(0);
    await house.ended(after, jobId);
    await after.stop();
    expect(await house.names()).toEqual([`results/${jobId}-2.json.gz`]);
  });
});

describe('time', () => {
  test('takes the result after 24 hours, whether or not somebody looks', async () => {
    const house = await openHouse();
    const jobs = await house.openJobs(async () => [RESULT]);
    const jobId = await house.accept(jobs);
    const view = await house.ended(jobs, jobId);
    house.pass(24 * HOUR_MS - 1);
    await jobs.sweep.purge();
    expect(await jobs.find(jobId, house.accountId)).toMatchObject({ state: 'completed' });
    house.pass(1);
    expect(await jobs.find(jobId, house.accountId)).toMatchObject({
      state: 'expired',
      result: undefined,
    });
    expect(await house.names()).toEqual([view.result]);
    await jobs.sweep.purge();
    expect(await house.names()).toEqual([]);
    expect(await jobs.find(jobId, house.accountId)).toMatchObject({ state: 'expired' });
  });

  test('sweeps up files that no job needs, once they are old', async () => {
    const house = await openHouse();
    const held = heldWork();
    const jobs = await house.openJobs(held.work);
    const jobId = await house.accept(jobs);
    await held.begun(1);
    for (const name of ['inputs/x.json.gz', 'kept/x-1.gz', 'results/x-1.json.gz']) {
      await house.blobs.write(name, [RESULT]);
    }
    await jobs.sweep.orphans();
    expect(await house.names()).toHaveLength(4);
    // Files have the machine's own time.
    house.pass(Date.now() - Date.UTC(2026, 0, 1) + 3 * HOUR_MS);
    await jobs.sweep.orphans();
    expect(await house.names()).toEqual([`inputs/${jobId}.json.gz`]);
  });
});
