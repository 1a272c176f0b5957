/** The comment that docs/errors.md shows for a code is that of the service when the code is raised as described. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { PoolFullError } from '../../server/engine/index.js';
import type { ErrorCode } from '../../server/errors.js';
import { toApiError } from '../../server/http/error-answer.js';
import { createVersions } from '../../server/api/index.js';
import { retiredError } from '../../server/http/retired-versions.js';
import { HEAD_BYTES_MAX } from '../../server/http/socket.js';
import { createConcurrencyLimit } from '../../server/http/concurrency-limit.js';
import { tooManyJobs } from '../../server/jobs/turns.js';
import { withDirectory } from '../blobs/fixtures/directory.js';
import { resultsApp } from '../blobs/fixtures/results-app.js';
import { cancelJob, endOfJob, pollJob } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';
import { pageOf } from './pages.js';

const ACCOUNT = '/engine/account/v1/';
const location = { location_id: 'a', latitude: 0, longitude: 0 };
const body = { locations: [location], vehicle: {} };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** The quotation in the paragraph of a code, which may span several lines. */
function shownComment(code: ErrorCode): string {
  const [, section = ''] = pageOf('docs/errors.md').split(`## \`${code}\``);
  const lines = /^> .*(?:\n> .*)*/m.exec(section)?.[0];
  return lines?.replaceAll(/\n?^> /gm, ' ').trim() ?? 'none is shown';
}

function check(code: ErrorCode, response: request.Response): void {
  expect(response.body).toMatchObject({ code, comment: shownComment(code) });
}

async function keyOf(limits: {
  credits?: number;
  dailyCreditsMax?: number;
  requestsPerMinute?: number;
}): Promise<string> {
  const created = await service.accounts.createAccount({ name: 'x', credits: 100, ...limits });
  return created.apiKey;
}

test('the comments of invalid requests', async () => {
  check('invalid_json', await service.postMatrix(' '));
  check('invalid_request', await service.postMatrix({ locations: [location] }));
  const objects = `[${'{},'.repeat(100_000)}{}]`;
  check('request_too_complex', await service.postMatrix(objects));
  const many = (count: number) =>
    Array.from({ length: count }, (_, idx) => ({ ...location, location_id: `${idx}` }));
  check('too_many_locations', await service.postMatrix({ ...body, locations: many(8_000) }));
  check('unknown_job', await pollJob(service, 'none'));
  const { body: job } = await service.postMatrix({ ...body, locations: many(201) });
  await endOfJob(service, job.jobid, 'matrix');
  check('job_already_finished', await cancelJob(service, job.jobid, 'matrix'));
  check('location_unreachable', await service.postMatrix({ ...body, strict: true }));
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  check('unsupported_media_type', await service.postMatrix('x=1', form));
  check('unknown_path', await request(service.app).get('/engine/nothing'));
  check('method_not_allowed', await request(service.app).get('/engine/routing/v1/sync'));
});

test('the comment of an idempotency conflict', async () => {
  const headers = { 'idempotency-key': 'k' };
  await service.postMatrix(body, headers).expect(200);
  check('idempotency_conflict', await service.postMatrix({ ...body, weekend: true }, headers));
});

test('the comments of keys and accounts', async () => {
  check('missing_api_key', await request(service.app).get(ACCOUNT));
  check('invalid_api_key', await request(service.app).get(ACCOUNT).set('x-api-key', 'nobody'));
  const withKey = (key: string) => service.postMatrix(body, { 'x-api-key': key });
  check('insufficient_credits', await withKey(await keyOf({ credits: 0 })));
  check('quota_exceeded', await withKey(await keyOf({ dailyCreditsMax: 0 })));
  const hurried = await keyOf({ requestsPerMinute: 1 });
  await withKey(hurried).expect(200);
  check('rate_limited', await withKey(hurried));
  const { account, apiKey } = await service.accounts.createAccount({ name: 'x', credits: 1 });
  await service.accounts.setDisabled(account.id, true);
  check('account_disabled', await withKey(apiKey));
});

test('the comments of links to results', async () => {
  await withDirectory(async (dir) => {
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    const app = resultsApp(blobs, service.accounts);
    const link = await blobs.link('results/j.json.gz', { expiresAtMs: 1_000, origin: '' });
    check('invalid_link', await request(app).get(link.slice(0, -1)));
    check('result_expired', await request(app).get(link));
  });
});

test('the comment of a body that is too large states the limit', async () => {
  const bytesMax = 1_000;
  const small = await startTestService({ config: { bodyBytesMax: bytesMax } });
  const response = await small.postMatrix('x'.repeat(bytesMax + 1));
  expect(response.body.comment).toBe(
    shownComment('request_too_large').replace('25000000', String(bytesMax)),
  );
  await small.stop();
});

test('the comments of refusals for operational reasons', async () => {
  const strict = await startTestService({ config: { requireHttps: true } });
  check('https_required', await strict.postMatrix(body));
  strict.beginShutdown();
  check('shutting_down', await strict.postMatrix(body));
  await strict.stop();
});

test('the comments of requests that are never read', async () => {
  const long = `/engine/health/live?x=${'x'.repeat(8_078)}`;
  check('address_too_long', await request(service.app).get(long));
  expect(shownComment('headers_too_large')).toContain(String(HEAD_BYTES_MAX));
  expect(shownComment('slow_request')).toContain('have 10 s to arrive, its body 60 s');
});

test('the comments of rare faults', () => {
  const limit = createConcurrencyLimit(100);
  for (let count = 0; count < 100; count += 1) limit.enter('a');
  expect(() => limit.enter('a')).toThrow(shownComment('too_many_at_once'));
  const waiting = { jobs: 1000, workSeconds: 10_000 };
  const bounds = { jobsMax: 1000, workSecondsMax: 360_000 };
  expect(tooManyJobs(waiting, 10, bounds)?.message).toBe(shownComment('too_many_jobs'));
  expect(toApiError(new PoolFullError(200, 1)).message).toBe(shownComment('overloaded'));
  const ends = { deprecatedAtMs: 0, sunsetAtMs: 1e10, successor: 'matrix/v2' };
  const versions = createVersions(
    [
      { name: 'matrix/v1', prefix: '/engine/matrix/v1', ends },
      { name: 'matrix/v2', prefix: '/engine/matrix/v2' },
    ],
    () => 1e10,
  );
  expect(retiredError('/engine/matrix/v1', '', versions)?.message).toBe(
    shownComment('version_retired'),
  );
  expect(toApiError(new Error('any')).message).toBe(shownComment('internal_error'));
});

test('the comment of a timeout states the deadline', async () => {
  const hasty = await startTestService({ config: { answerDeadlineMs: 1 } });
  const pending = hasty.postMatrix({ ...body, locations: manyLocations() });
  const response = await pending;
  expect(response.body.comment).toBe(shownComment('timeout').replace('29 s', '0.001 s'));
  await hasty.stop();
});

function manyLocations(): object[] {
  return Array.from({ length: 200 }, (_, idx) => ({
    location_id: String(idx),
    latitude: idx / 10,
    longitude: 0,
  }));
}
