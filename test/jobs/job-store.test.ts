/** The states of a job, without HTTP: ends, interruptions, expiry. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { ApiError } from '../../server/errors.js';
import { HEARTBEAT_TIMEOUT_MS } from '../../server/jobs/index.js';
import { STRANDED_MS } from '../../server/jobs/waiting-jobs.js';
import { describeDeployments } from '../support/deployments.js';
import {
  RESULT,
  closeDeployments,
  heldWork,
  openDeploymentOn,
} from '../support/jobs-deployment.js';
import { until } from '../support/until.js';

const HOUR_MS = 3600_000;

afterEach(closeDeployments);

describeDeployments((newBackends) => {
  const openDeployment = async () => await openDeploymentOn(await newBackends());

  describe('an end', () => {
    test('keeps the result and nothing else', async () => {
      const deployment = await openDeployment();
      const jobs = await deployment.openJobs(async () => [RESULT]);
      const jobId = await deployment.accept(jobs);
      const view = await deployment.ended(jobs, jobId);
      expect(view).toMatchObject({ state: 'completed', progress: 1 });
      await jobs.stop();
      expect(await deployment.names()).toEqual([`results/${jobId}-1.json.gz`]);
      expect(await deployment.accounts.balance(deployment.accountId)).toBe(993);
    });

    test('because of a fault in the request refunds the credits at once', async () => {
      const problems = [
        { pointer: '/locations/3', code: 'location_unreachable' as const, comment: 'No road.' },
      ];
      const deployment = await openDeployment();
      const jobs = await deployment.openJobs(() =>
        Promise.reject(new ApiError('location_unreachable', 'Too far out.', { problems })),
      );
      const view = await deployment.ended(jobs, await deployment.accept(jobs));
      expect(view.state).toBe('failed');
      // The same details as in a refusal.
      expect(view.error).toEqual({
        code: 'location_unreachable',
        message: 'A location cannot be reached by road.',
        comment: 'Too far out.',
        status: 422,
        request_id: expect.any(String),
        errors: problems,
      });
      await jobs.stop();
      expect(await deployment.accounts.balance(deployment.accountId)).toBe(1000);
      expect(await deployment.names()).toEqual([]);
    });

    test('because of an internal fault comes after several attempts', async () => {
      const deployment = await openDeployment();
      let attempts = 0;
      const jobs = await deployment.openJobs(() => {
        attempts += 1;
        return Promise.reject(new Error('out of luck'));
      });
      const view = await deployment.ended(jobs, await deployment.accept(jobs));
      expect(view).toMatchObject({ state: 'failed', error: { code: 'internal_error' } });
      expect(attempts).toBe(5);
      expect(await deployment.accounts.balance(deployment.accountId)).toBe(1000);
    });

    test('after a failed attempt is an end like any other', async () => {
      const deployment = await openDeployment();
      let attempts = 0;
      const jobs = await deployment.openJobs(async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('once');
        return [RESULT];
      });
      expect(await deployment.ended(jobs, await deployment.accept(jobs))).toMatchObject({
        state: 'completed',
      });
      expect(await deployment.accounts.balance(deployment.accountId)).toBe(993);
    });
  });

  describe('a worker without heartbeats', () => {
    test('loses its job to another, and its later results change nothing', async () => {
      const deployment = await openDeployment();
      const first = heldWork();
      const second = heldWork();
      const slow = await deployment.openJobs(first.work);
      const jobId = await deployment.accept(slow);
      await first.begun(1);
      const other = await deployment.openJobs(second.work);
      deployment.pass(HEARTBEAT_TIMEOUT_MS);
      await other.sweep.takeOver();
      await second.begun(1);
      // The first worker resumes and believes that it still has the job.
      first.finish(0);
      await slow.stop();
      expect(await other.find(jobId, deployment.accountId)).toMatchObject({ state: 'running' });
      second.finish(0);
      const view = await deployment.ended(other, jobId);
      expect(view.result).toBe(`results/${jobId}-2.json.gz`);
      await other.stop();
      expect(await deployment.names()).toEqual([view.result]);
      expect(await deployment.accounts.balance(deployment.accountId)).toBe(993);
    });

    test('keeps the job as long as heartbeats arrive', async () => {
      const deployment = await openDeployment();
      const held = heldWork();
      const jobs = await deployment.openJobs(held.work);
      await deployment.accept(jobs);
      await held.begun(1);
      deployment.pass(HEARTBEAT_TIMEOUT_MS - 1);
      await jobs.sweep.takeOver();
      expect(await jobs.queue.waiting()).toBe(0);
    });
  });

  describe('a worker that lost its job', () => {
    test('leaves its checkpoint to its successor', async () => {
      const deployment = await openDeployment();
      const first = heldWork();
      // Its clock is stopped, so that later heartbeats are as old as the first.
      const options = { heartbeatMs: 20, isStopped: true };
      const slow = await deployment.openJobs(first.work, undefined, undefined, options);
      const jobId = await deployment.accept(slow);
      await first.begun(1);
      first.contexts[0]?.report({ progress: 0.4, checkpoint: Buffer.from('so far') });
      // The heartbeat after the checkpoint was written names it.
      await until(async () => (await deployment.checkpointNames()).length === 1);
      const second = heldWork();
      const other = await deployment.openJobs(second.work);
      deployment.pass(HEARTBEAT_TIMEOUT_MS);
      await other.sweep.takeOver();
      await second.begun(1);
      first.finish(0);
      await slow.stop();
      expect(await deployment.names()).toContain(`checkpoints/${jobId}-1.gz`);
      second.finish(0);
      const view = await deployment.ended(other, jobId);
      await other.stop();
      expect(await deployment.names()).toEqual([view.result]);
    });
  });

  describe('an interruption', () => {
    test('returns the job to the queue, to continue from its checkpoint', async () => {
      const deployment = await openDeployment();
      const first = heldWork();
      const before = await deployment.openJobs(first.work, undefined, undefined, {
        heartbeatMs: 20,
      });
      const jobId = await deployment.accept(before);
      await first.begun(1);
      first.contexts[0]?.report({ progress: 0.4, checkpoint: Buffer.from('so far') });
      await until(async () => (await before.find(jobId, deployment.accountId))?.progress === 0.4);
      await before.stop();
      expect(await before.find(jobId, deployment.accountId)).toMatchObject({ state: 'accepted' });

      const second = heldWork();
      const after = await deployment.openJobs(second.work);
      after.queue.push(jobId);
      await second.begun(1);
      expect(Buffer.from(second.contexts[0]?.checkpoint ?? []).toString()).toBe('so far');
      second.finish(0);
      await deployment.ended(after, jobId);
      await after.stop();
      expect(await deployment.names()).toEqual([`results/${jobId}-2.json.gz`]);
    });
  });

  describe('a worker that dies', () => {
    test('takes the job with it only a limited number of times, then the credits are refunded', async () => {
      const deployment = await openDeployment();
      const jobs = await deployment.openJobs(async () => [RESULT]);
      await jobs.stop();
      const jobId = await deployment.accept(jobs);
      for (let death = 0; death < 5; death += 1) {
        expect(await deployment.jobStore.claim(jobId)).toMatchObject({ faults: death });
        deployment.pass(HEARTBEAT_TIMEOUT_MS);
      }
      const after = await deployment.openJobs(async () => [RESULT]);
      await after.sweep.takeOver();
      expect(await deployment.ended(after, jobId)).toMatchObject({
        state: 'failed',
        error: { code: 'internal_error' },
      });
      expect(await deployment.accounts.balance(deployment.accountId)).toBe(1000);
    });

    test('is forgiven once the job makes progress', async () => {
      const deployment = await openDeployment();
      const jobs = await deployment.openJobs(async () => [RESULT]);
      await jobs.stop();
      const jobId = await deployment.accept(jobs);
      await deployment.jobStore.claim(jobId);
      deployment.pass(HEARTBEAT_TIMEOUT_MS);
      const second = await deployment.jobStore.claim(jobId);
      if (second === undefined) throw new Error('the job is there to be taken');
      expect(second.faults).toBe(1);
      expect(
        await deployment.jobStore.heartbeat(second, {
          progress: 0.5,
          checkpoint: 'checkpoints/x-2.gz',
        }),
      ).toBe('owned');
      deployment.pass(HEARTBEAT_TIMEOUT_MS);
      const third = await deployment.jobStore.claim(jobId);
      if (third === undefined) throw new Error('the job is there to be taken');
      expect(third).toMatchObject({ faults: 1, checkpoint: 'checkpoints/x-2.gz', progress: 0.5 });
      // Storing the same checkpoint again is not progress.
      await deployment.jobStore.heartbeat(third, {
        progress: 0.5,
        checkpoint: 'checkpoints/x-3.gz',
      });
      deployment.pass(HEARTBEAT_TIMEOUT_MS);
      expect(await deployment.jobStore.claim(jobId)).toMatchObject({
        faults: 2,
        checkpoint: 'checkpoints/x-3.gz',
      });
    });

    test('between queue and store leaves a job that is queued again', async () => {
      const deployment = await openDeployment();
      const held = heldWork();
      const jobs = await deployment.openJobs(held.work);
      await deployment.accept(jobs);
      await held.begun(1);
      const jobId = await deployment.accept(jobs);
      const taken: string[] = [];
      const thief = await jobs.queue.work({
        concurrency: 1,
        run: async (id) => void taken.push(id),
      });
      await until(() => taken.length > 0);
      await thief.stop();
      deployment.pass(STRANDED_MS - 1);
      await jobs.sweep.requeueStranded();
      expect(await jobs.queue.waiting()).toBe(0);
      deployment.pass(1);
      await jobs.sweep.requeueStranded();
      expect(await jobs.queue.waiting()).toBe(1);
      held.finish(0);
      await held.begun(2);
      held.finish(1);
      expect(await deployment.ended(jobs, jobId)).toMatchObject({ state: 'completed' });
    });
  });

  describe('time', () => {
    test('expires the result after 24 hours, whether or not it was read', async () => {
      const deployment = await openDeployment();
      const jobs = await deployment.openJobs(async () => [RESULT]);
      const jobId = await deployment.accept(jobs);
      const view = await deployment.ended(jobs, jobId);
      deployment.pass(24 * HOUR_MS - 1);
      await jobs.sweep.expire();
      expect(await jobs.find(jobId, deployment.accountId)).toMatchObject({ state: 'completed' });
      deployment.pass(1);
      expect(await jobs.find(jobId, deployment.accountId)).toMatchObject({
        state: 'expired',
        result: undefined,
      });
      expect(await deployment.names()).toEqual([view.result]);
      await jobs.sweep.expire();
      expect(await deployment.names()).toEqual([]);
      expect(await jobs.find(jobId, deployment.accountId)).toMatchObject({ state: 'expired' });
    });

    test('removes files that no job needs, once they are old', async () => {
      const deployment = await openDeployment();
      const held = heldWork();
      const jobs = await deployment.openJobs(held.work);
      const jobId = await deployment.accept(jobs);
      await held.begun(1);
      for (const name of ['inputs/x.json.gz', 'checkpoints/x-1.gz', 'results/x-1.json.gz']) {
        await deployment.blobs.write(name, [RESULT]);
      }
      await jobs.sweep.orphans();
      expect(await deployment.names()).toHaveLength(4);
      // Files have the machine's real time.
      deployment.pass(Date.now() - Date.UTC(2026, 0, 1) + 3 * HOUR_MS);
      await jobs.sweep.orphans();
      expect(await deployment.names()).toEqual([`inputs/${jobId}.json.gz`]);
    });

    test('keeps first answers to idempotency keys for a day and removes them afterwards', async () => {
      const deployment = await openDeployment();
      const jobs = await deployment.openJobs(heldWork().work);
      // Files have the machine's real time, or that of the deployment.
      deployment.pass(Date.now() - Date.UTC(2026, 0, 1));
      await deployment.blobs.write('answers/x.json.gz', [RESULT]);
      const answers = async () => {
        let count = 0;
        for await (const { name } of deployment.blobs.list('answers/'))
          count += name.length > 0 ? 1 : 0;
        return count;
      };
      deployment.pass(23 * HOUR_MS);
      await jobs.sweep.oldAnswers();
      expect(await answers()).toBe(1);
      deployment.pass(3 * HOUR_MS);
      await jobs.sweep.oldAnswers();
      expect(await answers()).toBe(0);
    });
  });
});
