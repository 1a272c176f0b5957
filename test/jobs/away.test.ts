/** Jobs while shared stores are away: nothing is charged without being stored, and every accepted job ends. */
import { afterEach, expect, test } from '@jest/globals';
import { HEARTBEAT_TIMEOUT_MS } from '../../server/jobs/index.js';
import { startFlakyProxy } from '../support/flaky-proxy.js';
import { describeShared } from '../support/deployments.js';
import {
  RESULT,
  closeDeployments,
  heldWork,
  openDeploymentOn,
} from '../support/jobs-deployment.js';
import { until } from '../support/until.js';

afterEach(closeDeployments);

describeShared('while', (servers) => {
  test('the bucket is away, a new job is refused and not charged', async () => {
    const deployment = await openDeploymentOn(await servers().newBackends());
    const jobs = await deployment.openJobs(async () => [RESULT]);
    await servers().crashS3();
    try {
      await expect(deployment.accept(jobs)).rejects.toMatchObject({
        code: 'overloaded',
        details: { retryAfterSeconds: expect.any(Number) },
      });
    } finally {
      await servers().restartS3();
    }
    expect(await deployment.accounts.balance(deployment.accountId)).toBe(1000);
    const jobId = await deployment.accept(jobs);
    expect(await deployment.ended(jobs, jobId)).toMatchObject({ state: 'completed' });
  });

  test('the bucket is away, a computed job waits for it', async () => {
    const deployment = await openDeploymentOn(await servers().newBackends());
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work);
    const jobId = await deployment.accept(jobs);
    await held.begun(1);
    await servers().crashS3();
    held.finish(0);
    await until(() => (jobs.stats.attempts()?.released ?? 0) >= 6);
    await servers().restartS3();
    await held.begun(2);
    held.finish(1);
    expect(await deployment.ended(jobs, jobId)).toMatchObject({ state: 'completed' });
    expect(await deployment.accounts.balance(deployment.accountId)).toBe(993);
  });

  test('it is unknown whether the end of a job was stored, its result is kept', async () => {
    const backends = await servers().newBackends();
    const proxy = await startFlakyProxy(servers().postgres.socketFile);
    const databaseUrl = proxy.urlOf(backends.databaseUrl);
    const deployment = await openDeploymentOn({ ...backends, databaseUrl });
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work);
    const jobId = await deployment.accept(jobs);
    await held.begun(1);
    // Usually this commit is the end of the job. If it is a heartbeat, the job is computed again.
    proxy.dropNext('COMMIT', { forwards: true, staysDown: true });
    held.finish(0);
    await until(() => proxy.cuts() === 1);
    // The worker has given up.
    await until(() => jobs.stats.attempts()?.running === 0);
    proxy.restore();
    deployment.pass(HEARTBEAT_TIMEOUT_MS);
    await jobs.sweep.takeOver();
    held.finish(1);
    const { state, result } = await deployment.ended(jobs, jobId);
    expect(state).toBe('completed');
    expect(await deployment.blobs.read(result ?? '')).toEqual(new Uint8Array(RESULT));
    expect(await deployment.accounts.balance(deployment.accountId)).toBe(993);
    await closeDeployments();
    await proxy.stop();
  });

  test('Postgres is away, a job whose end was not stored is computed again', async () => {
    const deployment = await openDeploymentOn(await servers().newBackends());
    const held = heldWork();
    const jobs = await deployment.openJobs(held.work);
    const jobId = await deployment.accept(jobs);
    await held.begun(1);
    servers().postgres.crash();
    held.finish(0);
    await until(() => jobs.stats.attempts()?.running === 0);
    await servers().postgres.restart();
    const found = await until(() => jobs.find(jobId, deployment.accountId).catch(() => undefined));
    expect(found).toMatchObject({ state: 'running' });
    deployment.pass(HEARTBEAT_TIMEOUT_MS);
    await jobs.sweep.takeOver();
    await held.begun(2);
    held.finish(1);
    const view = await deployment.ended(jobs, jobId);
    expect(view).toMatchObject({ state: 'completed', result: `results/${jobId}-2.json.gz` });
    expect(await deployment.accounts.balance(deployment.accountId)).toBe(993);
  });
});
