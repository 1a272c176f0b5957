/** A plan as a job, from the descriptor to the result: polled, streamed, cancelled, paid once. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { checkPlan } from '../support/check-plan.js';
import { describeDeployments } from '../support/deployments.js';
import {
  ROUTING_ASYNC,
  cancelJob,
  endOfJob,
  follow,
  getFrom,
  pollJob,
  resultOf,
} from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const quick = { ...ROUTING_EXAMPLE, options: { max_iterations: 200 } };
/** Searches until it is stopped, even if it finds nothing better. */
const slow = { ...ROUTING_EXAMPLE, options: { max_iterations: 1e12, time_limit: 600 } };

describeDeployments((newBackends) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ config: { batchThreads: 1, shared: await newBackends() } });
  });
  afterAll(() => service.stop());

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    service.postTo(ROUTING_ASYNC)(body, headers);

  async function creditsLeft(): Promise<number> {
    const { body } = await getFrom(service, '/engine/account/v1').expect(200);
    return body.credits;
  }

  async function running(jobId: string): Promise<void> {
    await until(async () => (await pollJob(service, jobId)).body.queue_position === 0);
  }

  test('the descriptor states where to poll, and the result is valid', async () => {
    const { body, headers } = await send(quick).expect(202);
    expect(body).toEqual({
      JobId: expect.any(String),
      JobMessage: expect.stringContaining(`jobid=${body.JobId}`),
      JobStatus: 'Accepted',
    });
    expect(headers['location']).toBe(`/engine/routing/v1/?jobid=${body.JobId}`);
    expect(headers['retry-after']).toBeDefined();
    const ended = await endOfJob(service, body.JobId);
    expect(ended).toMatchObject({ status: 'Completed', progress: 1, queue_position: 0 });
    const result = await resultOf(service, ended.url);
    await checkPlan(service, quick, result);
    expect(await service.metrics.text()).toMatch(
      /^route_engine_jobs_waiting 0\n(.*\n)*route_engine_job_attempts_total\{end="completed"\} 1$/m,
    );
    expect(ended.best.cost).toBe(result.statistics.cost.total);
  });

  test('a job makes the same plan as a synchronous request', async () => {
    const { body: job } = await send(quick).expect(202);
    const { body: answer } = await service.postPlan(quick).expect(200);
    const result = await resultOf(service, (await endOfJob(service, job.JobId)).url);
    expect([result.routes, result.unserved]).toEqual([answer.routes, answer.unserved]);
  });

  test('without details, the answer has only the status, and later the link', async () => {
    const { body: job } = await send(quick).expect(202);
    await endOfJob(service, job.JobId);
    const { body } = await getFrom(service, `/engine/routing/?jobid=${job.JobId}`).expect(200);
    expect(Object.keys(body).toSorted()).toEqual(['status', 'url']);
  });

  describe('cancelled', () => {
    test('while it runs: it ends at once, and its charge stays', async () => {
      const before = await creditsLeft();
      const { body: job, headers } = await send(slow).expect(202);
      await running(job.JobId);
      await cancelJob(service, job.JobId).expect(200, { status: 'Cancelled' });
      expect((await pollJob(service, job.JobId)).body.status).toBe('Cancelled');
      expect(await creditsLeft()).toBe(before - Number(headers['x-credits-charged']));
      // Its thread is free for the next job.
      const { body: next } = await send(quick).expect(202);
      expect((await endOfJob(service, next.JobId)).status).toBe('Completed');
    });

    test('while it waits: the credits are refunded', async () => {
      const { body: ahead } = await send(slow).expect(202);
      await running(ahead.JobId);
      const before = await creditsLeft();
      const { body: job } = await send(quick).expect(202);
      expect((await pollJob(service, job.JobId)).body).toMatchObject({ queue_position: 1 });
      const { headers } = await cancelJob(service, job.JobId).expect(200);
      // This answer already shows it.
      expect(headers['x-credits-remaining']).toBe(String(before));
      expect(await creditsLeft()).toBe(before);
      await cancelJob(service, ahead.JobId).expect(200);
    });

    test('after its end: there is nothing to cancel', async () => {
      const { body: job } = await send(quick).expect(202);
      await endOfJob(service, job.JobId);
      const { body } = await cancelJob(service, job.JobId).expect(409);
      expect(body.code).toBe('job_already_finished');
    });
  });

  describe('another account', () => {
    test('can neither read, cancel nor watch it', async () => {
      const { apiKey } = await service.accounts.createAccount({ name: 'other', credits: 10 });
      const { body: job } = await send(quick).expect(202);
      const other = { app: service.app, apiKey };
      for (const asked of [
        pollJob(other, job.JobId),
        cancelJob(other, job.JobId),
        getFrom(other, `/engine/jobs/v1/events?jobid=${job.JobId}`),
      ]) {
        expect((await asked.expect(404)).body.code).toBe('unknown_job');
      }
      const { body: list } = await getFrom(other, '/engine/jobs/v1').expect(200);
      expect(list).toEqual({ jobs: [], next_cursor: null });
      await endOfJob(service, job.JobId);
    });
  });

  test('the same idempotency key gives the same job, charged once', async () => {
    const key = { 'idempotency-key': 'one-job' };
    const first = await send(quick, key).expect(202);
    const second = await send(quick, key).expect(202);
    expect(second.body).toEqual(first.body);
    expect(second.headers).toMatchObject({
      'x-credits-charged': '0',
      'idempotency-replayed': 'true',
    });
    const { body } = await send({ ...quick, options: { max_iterations: 1 } }, key).expect(409);
    expect(body.code).toBe('idempotency_conflict');
    await endOfJob(service, first.body.JobId);
  });

  test('an invalid request creates no job and costs nothing', async () => {
    const before = await creditsLeft();
    const { body } = await send({ ...quick, orders: 7 }).expect(400);
    expect(body.errors.length).toBeGreaterThan(0);
    const { body: webhook } = await send({
      ...quick,
      options: { webhook_url: 'http://169.254.169.254/' },
    }).expect(400);
    expect(webhook.errors[0].pointer).toBe('/options/webhook_url');
    expect(await creditsLeft()).toBe(before);
  });

  test('a dry run returns the price', async () => {
    const before = await creditsLeft();
    const { body } = await service.postTo(`${ROUTING_ASYNC}?dry_run=true`)(quick).expect(200);
    expect(body).toEqual({ credits: expect.any(Number) });
    expect(await creditsLeft()).toBe(before);
  });

  test('jobs are listed newest first, page by page', async () => {
    const { body: first } = await getFrom(service, '/engine/jobs/v1?limit=2').expect(200);
    const path = `/engine/jobs/v1?limit=2&cursor=${first.next_cursor}`;
    const { body: second } = await getFrom(service, path).expect(200);
    const ids = [...first.jobs, ...second.jobs].map((job) => job.jobid);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  test('an unknown cursor is refused', async () => {
    for (const cursor of ['', 'x', '0'.repeat(101)]) {
      const { body } = await getFrom(service, `/engine/jobs/v1?cursor=${cursor}`).expect(400);
      expect(body.errors[0]).toMatchObject({ pointer: '/query/cursor', code: 'invalid_format' });
    }
  });

  test('the cost and the expiry of a job are shown, and lists can be filtered', async () => {
    const { body: job } = await send(quick).expect(202);
    await endOfJob(service, job.JobId);
    const { body: running } = await send(slow).expect(202);
    // Three visits and one shift.
    const { body: details } = await pollJob(service, job.JobId);
    expect(details).toMatchObject({ credits: 2, expires_time: expect.stringMatching(/Z$/) });
    const listed = async (query: string) => {
      const { body } = await getFrom(service, `/engine/jobs/v1?${query}`).expect(200);
      return body.jobs;
    };
    const [entry] = await listed('kind=routing&status=Completed');
    expect(entry).toMatchObject({ jobid: job.JobId, credits: 2 });
    // One day after the end.
    expect(Date.parse(entry.expires_time) - Date.parse(entry.ended_time)).toBe(86_400_000);
    expect(await listed('status=Running')).toMatchObject([
      { jobid: running.JobId, expires_time: null },
    ]);
    expect(await listed('kind=matrix')).toEqual([]);
    expect(await listed('status=Expired')).toEqual([]);
    await getFrom(service, '/engine/jobs/v1?status=Done').expect(400);
    await cancelJob(service, running.JobId);
  });

  test('events report the progress until the end', async () => {
    const { body: job } = await send(quick).expect(202);
    const { text, headers } = await getFrom(service, `/engine/jobs/v1/events?jobid=${job.JobId}`)
      .buffer(true)
      .expect(200);
    expect(headers['content-type']).toContain('text/event-stream');
    const events = [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event, data]) => ({
      event,
      data: JSON.parse(data ?? ''),
    }));
    expect(events.at(-1)).toMatchObject({
      event: 'end',
      data: { status: 'Completed', progress: 1 },
    });
    await resultOf(service, events.at(-1)?.data.url);
  });

  test('HEAD of the events is answered at once, however long the job takes', async () => {
    const { body: job } = await send(slow).expect(202);
    const { headers } = await request(service.app)
      .head(`/engine/jobs/v1/events?jobid=${job.JobId}`)
      .set('x-api-key', service.apiKey)
      .expect(200);
    expect(headers['content-type']).toBe('text/event-stream');
    await cancelJob(service, job.JobId).expect(200);
  });

  test('a link that was changed, and one for another job, are refused', async () => {
    const { body: one } = await send(quick).expect(202);
    const { body: two } = await send(quick).expect(202);
    const { url } = await endOfJob(service, one.JobId);
    await endOfJob(service, two.JobId);
    const changed = url.replace(/expires=\d/i, (begin: string) => `${begin.slice(0, -1)}7`);
    const other = url.replaceAll(one.JobId, two.JobId);
    for (const wrong of [changed, other, url.slice(0, url.lastIndexOf('&'))]) {
      const { status, body } = await follow(service, wrong);
      expect([status, body?.code]).toEqual([403, isServedHere(url) ? 'invalid_link' : undefined]);
    }
  });
});

/** Answers of the store itself have a different form. */
const isServedHere = (url: string) => new URL(url).pathname.startsWith('/engine/');
