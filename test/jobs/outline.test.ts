/** The outline of a running job, which is its best plan so far: only its owner can read it, and only until the end. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import type { BlobStore } from '../../server/blobs/index.js';
import { startOutlines } from '../../server/jobs/outlines.js';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { describeDeployments } from '../support/deployments.js';
import { ROUTING_ASYNC, cancelJob, endOfJob, getFrom, resultOf } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

/** Searches until it is stopped, even if it finds nothing better. */
const slow = { ...ROUTING_EXAMPLE, options: { max_iterations: 1e12, time_limit: 600 } };
const NONE = { best: null, routes: [] };

describeDeployments((newBackends) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ config: { batchThreads: 1, shared: await newBackends() } });
  });
  afterAll(() => service.stop());

  const outlineOf = (jobId: string) =>
    getFrom(service, `/engine/jobs/v1/outline?jobid=${jobId}`).expect(200);

  test('routes are shown during the search, with the ids of the request, and not afterwards', async () => {
    const { body: job } = await service.postTo(ROUTING_ASYNC)(slow).expect(202);
    await until(async () => (await outlineOf(job.JobId)).body.routes.length > 0);
    const { body } = await outlineOf(job.JobId);
    const { body: answer } = await service.postPlan({ ...slow, options: {} }).expect(200);
    // So small a plan is found at once: the outline equals the answer, without times and breaks.
    const routes = answer.routes.map((route: any) => ({
      vehicle_id: route.vehicle_id,
      shift_id: route.shift_id,
      date: route.date,
      stops: route.stops
        .filter(({ type }: any) => !['break', 'soft_break'].includes(type))
        .map(({ order_id, stop_id, latitude, longitude }: any) => ({
          ...(order_id === undefined ? {} : { order_id }),
          ...(stop_id === undefined ? {} : { stop_id }),
          ...{ latitude, longitude },
        })),
    }));
    expect(body.routes).toEqual(routes);
    expect(body.best).toEqual({
      cost: answer.statistics.cost.total,
      unserved: answer.unserved.length,
      vehicles: answer.statistics.vehicles,
    });
    await cancelJob(service, job.JobId).expect(200);
    expect((await outlineOf(job.JobId)).body).toEqual(NONE);
    expect((await endOfJob(service, job.JobId)).status).toBe('Cancelled');
  });

  test('a result through the service equals that of the link, and there is none before the end', async () => {
    const resultPath = (id: string): string => `/engine/jobs/v1/result?jobid=${id}`;
    const { body: running } = await service.postTo(ROUTING_ASYNC)(slow).expect(202);
    await getFrom(service, resultPath(running.JobId)).expect(404);
    await cancelJob(service, running.JobId).expect(200);
    const quick = { ...ROUTING_EXAMPLE, options: { max_iterations: 100 } };
    const { body: job } = await service.postTo(ROUTING_ASYNC)(quick).expect(202);
    const { url } = await endOfJob(service, job.JobId);
    const { body } = await getFrom(service, resultPath(job.JobId)).expect(200);
    expect(body).toEqual(await resultOf(service, url));
  });

  test('a job of another account has none', async () => {
    const unknown = '/engine/jobs/v1/outline?jobid=0192f0c1-5c0e-7000-8000-2f1d7a3b9c4d';
    const { body } = await getFrom(service, unknown).expect(404);
    expect(body.code).toBe('unknown_job');
  });
});

test('an outline is written once per plan, one at a time, and its name is recorded for deletion', async () => {
  const written: string[] = [];
  const blobs = {
    write: async (name: string, chunks: Iterable<Uint8Array>) => {
      for (const chunk of chunks) written.push(`${name} ${Buffer.from(chunk).toString()}`);
      return Promise.resolve(1);
    },
  } as unknown as BlobStore;
  const parts = { blobs, logger: pino({ level: 'silent' }) };
  const outlines = startOutlines(parts, { id: 'a', attempt: 2 }, new AbortController().signal);
  const tell = (cost: number): void => {
    const best = { cost, unserved: 0, vehicles: 1 };
    outlines.report({ progress: 0, best, outline: async () => Buffer.from(String(cost)) });
  };
  outlines.report({ progress: 0 });
  tell(9);
  tell(8);
  await until(() => Promise.resolve(written.length > 0));
  tell(9);
  expect(await outlines.stop()).toEqual(['outlines/a-2.json.gz']);
  tell(7);
  // The second plan came while the first was written; the third equals the first; the last came too late.
  expect(written).toEqual(['outlines/a-2.json.gz 9']);
});
