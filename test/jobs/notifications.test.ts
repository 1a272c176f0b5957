/** If some receivers hang, all other receivers are still notified of the ends of jobs. */
import { afterEach, expect, test } from '@jest/globals';
import type { NotificationOutcome, NotificationSender } from '../../server/jobs/notifications.js';
import { describeDeployments } from '../support/deployments.js';
import {
  RESULT,
  closeDeployments,
  heldWork,
  openDeploymentOn,
} from '../support/jobs-deployment.js';
import { until } from '../support/until.js';

const HANGING = 30;

afterEach(closeDeployments);

describeDeployments((newBackends) => {
  test('an account whose receivers hang does not delay another one', async () => {
    const deployment = await openDeploymentOn(await newBackends());
    const hanging: string[] = [];
    const told: string[] = [];
    const send: NotificationSender = async ({ id, url }, _attempts, signal) => {
      if (url === 'https://told.example/') {
        told.push(id);
        return { kind: 'delivered' };
      }
      hanging.push(id);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { kind: 'failed', reason: 'The connection broke off.', nextAtMs: 0 };
    };
    const jobs = await deployment.openJobs(async () => [RESULT], send);
    const first = await deployment.newCaller();
    for (let count = 0; count < HANGING; count += 1) {
      await deployment.accept(jobs, first, 'https://hangs.example');
    }
    const second = await deployment.newCaller();
    const jobId = await deployment.accept(jobs, second, 'https://told.example');
    await until(() => told.length > 0);
    expect(told).toEqual([`msg_${jobId}`]);
    expect(hanging.length).toBeLessThanOrEqual(8);
  });

  test('the owner sees the outcome of the notification, and the reason', async () => {
    const deployment = await openDeploymentOn(await newBackends());
    const held = heldWork();
    const reason = 'The receiver answered 500.';
    const laterMs = 5_000;
    const startedAtMs = Date.UTC(2026, 0, 1);
    const outcomes: NotificationOutcome[] = [
      { kind: 'failed', reason, nextAtMs: startedAtMs + laterMs },
      { kind: 'delivered' },
      { kind: 'failed', reason: 'The receiver answered 410.', nextAtMs: undefined },
    ];
    const send: NotificationSender = () => {
      const outcome = outcomes.shift();
      return outcome === undefined
        ? Promise.reject(new Error('once too often'))
        : Promise.resolve(outcome);
    };
    const jobs = await deployment.openJobs(held.work, send);
    const webhookOf = async (jobId: string) =>
      (await jobs.find(jobId, deployment.accountId))?.webhook;
    const quiet = await deployment.accept(jobs);
    const first = await deployment.accept(jobs, undefined, 'https://told.example');
    expect(await webhookOf(quiet)).toBeUndefined();
    expect(await webhookOf(first)).toMatchObject({ state: 'waiting', attempts: 0 });
    held.finish(0);
    held.finish(1);
    expect(
      await until(async () => {
        const webhook = await webhookOf(first);
        return webhook?.attempts === 1 && webhook;
      }),
    ).toEqual({
      state: 'retrying',
      attempts: 1,
      triedAtMs: startedAtMs,
      nextAtMs: startedAtMs + laterMs,
      reason,
    });
    deployment.pass(laterMs);
    expect(
      await until(async () => {
        const webhook = await webhookOf(first);
        return webhook?.attempts === 2 && webhook;
      }),
    ).toEqual({ state: 'delivered', attempts: 2, triedAtMs: startedAtMs + laterMs });
    const second = await deployment.accept(jobs, undefined, 'https://told.example');
    held.finish(2);
    expect(
      await until(async () => {
        const webhook = await webhookOf(second);
        return webhook?.attempts === 1 && webhook;
      }),
    ).toMatchObject({ state: 'given_up', reason: 'The receiver answered 410.' });
  });
});
