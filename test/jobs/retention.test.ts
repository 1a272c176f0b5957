/** Old requests are rolled up into one row per day: reports stay the same, and the ledger keeps every row. */
import { afterEach, expect, test } from '@jest/globals';
import { ledgerFaults } from '../../server/accounts/index.js';
import { KEPT_MS } from '../../server/jobs/job-store.js';
import { describeDeployments } from '../support/deployments.js';
import {
  RESULT,
  REQUESTS_KEPT_DAYS,
  closeDeployments,
  openDeploymentOn,
} from '../support/jobs-deployment.js';

const DAY_MS = 86_400_000;
afterEach(closeDeployments);

describeDeployments((newBackends) => {
  test('old requests are rolled up once, and nothing visible changes except the list of jobs', async () => {
    const deployment = await openDeploymentOn(await newBackends());
    const { store, accounts, accountId } = deployment;
    const jobs = await deployment.openJobs(async () => [RESULT]);
    const startMs = Date.UTC(2026, 0, 1);
    const old = await deployment.accept(jobs);
    await deployment.ended(jobs, old);
    for (let idx = 0; idx < 3; idx += 1) {
      const { keys } = (await accounts.listAccounts())[0] ?? { keys: [] };
      const keyId = keys[0]?.id;
      if (keyId === undefined) throw new Error('There is a key.');
      const requestId = `matrix-${idx}`;
      await accounts.charge({
        ...{ caller: { accountId, keyId }, requestId, endpoint: 'matrix', credits: 2, counts: {} },
      });
      if (idx === 0) await accounts.refund(requestId);
    }
    deployment.pass(KEPT_MS + 1);
    await jobs.sweep.expire();
    deployment.pass(REQUESTS_KEPT_DAYS * DAY_MS);
    const recent = await deployment.accept(jobs);
    await deployment.ended(jobs, recent);

    const period = { fromMs: startMs, toMs: startMs + 2 * REQUESTS_KEPT_DAYS * DAY_MS };
    const reports = () =>
      Promise.all(
        (['day', 'endpoint', 'key'] as const).map((groupBy) =>
          accounts.usage(accountId, { ...period, groupBy }),
        ),
      );
    const rowsOf = async (table: 'requests' | 'ledger' | 'jobs' | 'usage_days') =>
      (await store.read(store.queries.selectFrom(table).selectAll())).length;
    const [before, ledgerRows] = [await reports(), await rowsOf('ledger')];
    // A job of 7 and two matrices of 2 on the first day; a third matrix was refunded.
    expect(before[0]?.[0]).toEqual({ group: '2026-01-01', requests: 4, credits: 11 });
    expect(await rowsOf('requests')).toBe(5);

    await Promise.all([jobs.sweep.rollUp(), jobs.sweep.rollUp()]);
    await jobs.sweep.rollUp();

    expect(await reports()).toEqual(before);
    expect([await rowsOf('requests'), await rowsOf('jobs')]).toEqual([1, 1]);
    // One row for the jobs endpoint and one for matrices.
    expect(await rowsOf('usage_days')).toBe(2);
    expect(await rowsOf('ledger')).toBe(ledgerRows);
    expect(await ledgerFaults(store)).toEqual([]);
    expect(await jobs.find(old, accountId)).toBeUndefined();
    expect(await jobs.find(recent, accountId)).toMatchObject({ state: 'completed' });
  });

  test('a request whose job has not expired is kept, however old it is', async () => {
    const deployment = await openDeploymentOn(await newBackends());
    const jobs = await deployment.openJobs(async () => [RESULT]);
    const jobId = await deployment.accept(jobs);
    await deployment.ended(jobs, jobId);
    // No sweep has run, so the files of the job still exist.
    deployment.pass(2 * REQUESTS_KEPT_DAYS * DAY_MS);
    await jobs.sweep.rollUp();
    expect(await jobs.find(jobId, deployment.accountId)).toMatchObject({ state: 'expired' });
  });
});
