/** Turns: accounts share the workers, however many jobs one of them has waiting. */
import { afterEach, expect, test } from '@jest/globals';
import { createJobStore } from '../../server/jobs/job-store.js';
import { describeDeployments } from '../support/deployments.js';
import {
  RESULT,
  closeDeployments,
  heldWork,
  openDeploymentOn,
} from '../support/jobs-deployment.js';
import { until } from '../support/until.js';

afterEach(closeDeployments);

describeDeployments((newBackends) => {
  const openDeployment = async () => await openDeploymentOn(await newBackends());
  type Deployment = Awaited<ReturnType<typeof openDeployment>>;

  /** Queues jobs while one is running; `order` lists the names of the following ones as they are claimed. */
  async function waitingRoom(deployment: Deployment) {
    const names = new Map<string, string>();
    const order: string[] = [];
    const first = heldWork();
    let taken = 0;
    const jobs = await deployment.openJobs((context) => {
      taken += 1;
      if (taken === 1) return first.work(context);
      order.push(names.get(context.jobId) ?? '?');
      return Promise.resolve([RESULT]);
    });
    const occupant = await deployment.newCaller();
    await deployment.accept(jobs, occupant);
    await first.begun(1);
    return {
      jobs,
      order,
      send: async (
        name: string,
        from: Awaited<ReturnType<Deployment['newCaller']>>,
        workSeconds = 10,
      ) => {
        // Ids of the same millisecond are in no order.
        deployment.pass(1);
        const jobId = await deployment.accept(jobs, from, undefined, { workSeconds });
        names.set(jobId, name);
        return jobId;
      },
      /** Resolves when `count` more jobs were claimed. */
      go: async (count: number) => {
        first.finish(0);
        await until(() => order.length === count);
      },
    };
  }

  test("a single job comes before all but one of another account's thirty", async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    for (let idx = 0; idx < 30; idx += 1) await room.send('a', a);
    await room.send('b', b);
    await room.go(31);
    expect(room.order.indexOf('b')).toBe(1);
  });

  test('a single job starts as soon as a running one has ended, however many wait', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    for (let idx = 0; idx < 5; idx += 1) {
      deployment.pass(1);
      await deployment.accept(jobs, a);
    }
    await held.begun(1);
    deployment.pass(1);
    const ofB = await deployment.accept(jobs, b);
    held.finish(0);
    await held.begun(2);
    expect(held.contexts[1]?.jobId).toBe(ofB);
    for (const idx of [1, 2, 3, 4, 5]) held.finish(idx);
    await held.begun(6);
  });

  test('accounts with equal jobs take turns, and a later one does not catch up on what it missed', async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    for (let idx = 0; idx < 4; idx += 1) await room.send('a', a);
    for (let idx = 0; idx < 4; idx += 1) await room.send('b', b);
    await room.go(8);
    expect(room.order.join('')).toBe('abababab');
  });

  test('an account with longer jobs has fewer turns', async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    // Turns of a: 0, 30, 60. Of b: 0, 10, 20, 30, 40, 50.
    for (let idx = 0; idx < 3; idx += 1) await room.send('a', a, 30);
    for (let idx = 0; idx < 6; idx += 1) await room.send('b', b, 10);
    await room.go(9);
    expect(room.order.join('')).toBe('abbbabbba');
  });

  test('an account of weight 3 has three turns for each one of another', async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    await deployment.accounts.setWeight(b.accountId, 3);
    // Turns of a: 0, 30, 60. Of b: 0, 10, 20, 30, 40, 50.
    for (let idx = 0; idx < 3; idx += 1) await room.send('a', a, 30);
    for (let idx = 0; idx < 6; idx += 1) await room.send('b', b, 30);
    await room.go(9);
    expect(room.order.join('')).toBe('abbbabbba');
  });

  test('jobs that are sent at the same moment have consecutive turns', async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    await Promise.all(Array.from({ length: 10 }, () => room.send('a', a)));
    await room.send('b', b);
    await room.go(11);
    expect(room.order.indexOf('b')).toBe(1);
  });

  test('a position in the queue counts turns', async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    const ids: string[] = [];
    for (let idx = 0; idx < 5; idx += 1) ids.push(await room.send('a', a));
    const idOfB = await room.send('b', b);
    const placeOf = async (id: string, from: typeof a) => {
      const view = await room.jobs.find(id, from.accountId);
      return view === undefined ? undefined : room.jobs.queuePosition(view);
    };
    expect(await placeOf(idOfB, b)).toBe(2);
    expect(await Promise.all(ids.map((id) => placeOf(id, a)))).toEqual([1, 3, 4, 5, 6]);
    await room.go(6);
  });

  test('the number of waiting jobs of an account is limited, and jobs of others are still accepted', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work, undefined, 2);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    await deployment.accept(jobs, a);
    await held.begun(1);
    const idempotency = { key: 'k', bodyHash: 'h' };
    const second = await deployment.accept(jobs, a, undefined, { idempotency });
    await deployment.accept(jobs, a);
    await expect(deployment.accept(jobs, a)).rejects.toMatchObject({ code: 'too_many_jobs' });
    expect(await deployment.accounts.balance(a.accountId)).toBe(1000 - 3 * 7);
    // A repeated request creates no new job.
    expect(await deployment.accept(jobs, a, undefined, { idempotency })).toBe(second);
    await deployment.accept(jobs, b);
    // There is room once a job of this account starts, which is after the job of the other one.
    held.finish(0);
    held.finish(1);
    await held.begun(3);
    await deployment.accept(jobs, a);
    for (const idx of [2, 3, 4]) held.finish(idx);
    await held.begun(5);
  });

  test('of many jobs sent at the same moment, no more than the limit are accepted', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work, undefined, 3);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    await deployment.accept(jobs, b);
    await held.begun(1);
    const sent = await Promise.allSettled(
      Array.from({ length: 10 }, () => deployment.accept(jobs, a)),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const idx of [0, 1, 2, 3]) held.finish(idx);
    await held.begun(4);
  });

  test('the waiting work of an account is limited, however few jobs it is; a single job may exceed it', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work, undefined, 100, { waitingSecondsMax: 100 });
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    await deployment.accept(jobs, b);
    await held.begun(1);
    const accept = (workSeconds: number) => deployment.accept(jobs, a, undefined, { workSeconds });
    await accept(60);
    await accept(40);
    // 60 s and 40 s are waiting, so there is no room for one more second.
    await expect(accept(1)).rejects.toMatchObject({
      code: 'too_many_jobs',
      message: expect.stringContaining('100 s of work'),
    });
    await deployment.accept(jobs, b, undefined, { workSeconds: 500 });
    for (const idx of [0, 1, 2, 3]) held.finish(idx);
    await held.begun(4);
  });

  test('the running jobs of an account are limited; the next starts when one ends, and others overtake', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const bounds = { concurrency: 3, runningMax: 1 };
    const jobs = await deployment.openJobs(held.work, undefined, 100, bounds);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    const sent: string[] = [];
    for (let idx = 0; idx < 3; idx += 1) sent.push(await deployment.accept(jobs, a));
    const ofB = await deployment.accept(jobs, b);
    await held.begun(2);
    const begun = () => held.contexts.map(({ jobId }) => jobId);
    expect(begun()).toHaveLength(2);
    expect(begun()).toContain(ofB);
    const first = begun().findIndex((id) => sent.includes(id));
    held.finish(first);
    await held.begun(3);
    expect(sent).toContain(begun()[2]);
    held.finish(2);
    await held.begun(4);
    expect(new Set(begun())).toEqual(new Set([...sent, ofB]));
    for (const idx of [0, 1, 3]) held.finish(idx);
    for (const id of sent) await until(async () => (await jobs.find(id, a.accountId))?.endedAtMs);
  });

  test('as many jobs of an account start as end at the same moment', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const bounds = { concurrency: 8, runningMax: 4 };
    const jobs = await deployment.openJobs(held.work, undefined, 100, bounds);
    const a = await deployment.newCaller();
    for (let idx = 0; idx < 12; idx += 1) await deployment.accept(jobs, a);
    for (const already of [0, 4]) {
      await held.begun(already + 4);
      for (let idx = already; idx < already + 4; idx += 1) held.finish(idx);
    }
    await held.begun(12);
    expect(held.contexts).toHaveLength(12);
    for (let idx = 8; idx < 12; idx += 1) held.finish(idx);
  });

  test('of jobs of one account that are claimed at the same moment, no more than the limit run', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work, undefined, 100, { isStopped: true });
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    await deployment.accept(jobs, b);
    await held.begun(1);
    const ids: string[] = [];
    for (let idx = 0; idx < 8; idx += 1) ids.push(await deployment.accept(jobs, a));
    const bounded = createJobStore(deployment.store, deployment.clock, 2);
    const claims = await Promise.all(ids.map((id) => bounded.claim(id)));
    expect(claims.filter((claim) => claim !== undefined)).toHaveLength(2);
    held.finish(0);
  });

  test('jobs that wait for others of their account are not reported as forgotten', async () => {
    const deployment = await openDeployment();
    const held = heldWork();
    // Its own clock stands still: otherwise its sweep would take the running job for abandoned.
    const jobs = await deployment.openJobs(held.work, undefined, 100, {
      ...{ concurrency: 2, runningMax: 1, isStopped: true },
    });
    const a = await deployment.newCaller();
    await deployment.accept(jobs, a);
    const second = await deployment.accept(jobs, a);
    await held.begun(1);
    deployment.pass(70_000);
    const bounded = createJobStore(deployment.store, deployment.clock, 1);
    expect(await bounded.stranded()).toEqual([]);
    expect((await deployment.jobStore.stranded()).map(({ id }) => id)).toContain(second);
    held.finish(0);
    await held.begun(2);
    held.finish(1);
  });

  test('turns survive the process', async () => {
    const deployment = await openDeployment();
    const room = await waitingRoom(deployment);
    const [a, b] = [await deployment.newCaller(), await deployment.newCaller()];
    const ids = [await room.send('a', a), await room.send('a', a), await room.send('b', b)];
    const recovered = await deployment.jobStore.recover();
    expect(recovered.map(({ id }) => id).slice(1)).toEqual([ids[0], ids[2], ids[1]]);
    expect(recovered[0]?.turn).toBe('again');
  });
});
