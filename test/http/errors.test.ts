/**
 * Raises every code of the error table once, by a mistake that a caller would make. Every answer has the complete error
 * body and the CORS header. A code that cannot be raised here fails the last test.
 */
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { ERRORS, type ErrorCode } from '../../server/errors.js';
import { guardSocket } from '../../server/http/index.js';
import { withDirectory } from '../blobs/fixtures/directory.js';
import { resultsApp } from '../blobs/fixtures/results-app.js';
import { cancelJob, endOfJob, getFrom, pollJob } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';
import { compiledFile } from '../support/compiled.js';

let service: TestService;
const reached = new Set<string>();

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const body = {
  locations: [{ location_id: 'a', latitude: 41, longitude: -8 }],
  vehicle: { type: 'car' },
};

function check(response: request.Response, code: ErrorCode): void {
  expect(response.body).toMatchObject({
    code,
    status: ERRORS[code].status,
    message: ERRORS[code].title,
  });
  expect(response.status).toBe(ERRORS[code].status);
  expect(response.body.comment.length).toBeGreaterThan(10);
  expect(response.body.request_id).toBe(response.headers['x-request-id']);
  expect(Array.isArray(response.body.errors)).toBe(true);
  expect(response.headers['access-control-allow-origin']).toBe('*');
  expect(response.headers['x-credits-charged']).toBe('0');
  reached.add(code);
}

/** A separate service, for tests that need another configuration or state. */
async function withService(
  options: Parameters<typeof startTestService>[0],
  use: (other: TestService) => Promise<void>,
): Promise<void> {
  const other = await startTestService(options);
  try {
    await use(other);
  } finally {
    await other.stop();
  }
}

test('invalid_json: the body is truncated', async () => {
  check(await service.postMatrix('{'), 'invalid_json');
});

test('invalid_request: a field is missing', async () => {
  check(await service.postMatrix({}), 'invalid_request');
});

test('invalid_request: a query parameter is misspelled, so that nothing is charged by accident', async () => {
  const response = await request(service.app)
    .post('/engine/matrix/v1/?dryrun=true')
    .set('x-api-key', service.apiKey)
    .send(body);
  check(response, 'invalid_request');
  expect(response.body.errors).toEqual([
    expect.objectContaining({ pointer: '/query/dryrun', code: 'unknown_field' }),
  ]);
});

test('missing_api_key', async () => {
  check(await request(service.app).post('/engine/matrix/v1/').send(body), 'missing_api_key');
});

test('invalid_api_key', async () => {
  check(
    await service.postMatrix(body, { 'x-api-key': 're_unknown_key_0123456789' }),
    'invalid_api_key',
  );
});

test('insufficient_credits: the answer costs more than the balance, and nothing is charged', async () => {
  await withService({ credits: 0 }, async (other) => {
    check(await other.postMatrix(body), 'insufficient_credits');
    expect(await other.accounts.balance(other.accountId)).toBe(0);
  });
});

test('invalid_link, result_expired: a link to a result was changed or has expired', async () => {
  await withDirectory(async (dir) => {
    const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
    const app = resultsApp(blobs, service.accounts);
    const link = await blobs.link('results/j.json.gz', { expiresAtMs: 1_000, origin: '' });
    check(await request(app).get(`${link}x`), 'invalid_link');
    check(await request(app).get(link), 'result_expired');
  });
});

test('https_required: plain HTTP, and a proxy that reports it; https through the proxy passes', async () => {
  await withService({ config: { requireHttps: true, trustProxy: 1 } }, async (other) => {
    check(await other.postMatrix(body), 'https_required');
    check(await other.postMatrix(body, { 'x-forwarded-proto': 'http' }), 'https_required');
    expect((await other.postMatrix(body, { 'x-forwarded-proto': 'https' })).status).toBe(200);
  });
});

test('https_required: headers of an untrusted proxy do not count', async () => {
  await withService({ config: { requireHttps: true, trustProxy: false } }, async (other) => {
    check(await other.postMatrix(body, { 'x-forwarded-proto': 'https' }), 'https_required');
  });
});

test('operator_key_required: live speeds with the key of a customer', async () => {
  const asked = request(service.app).get('/engine/speeds/v1').set('x-api-key', service.apiKey);
  check(await asked, 'operator_key_required');
});

test('account_disabled', async () => {
  await service.accounts.setDisabled(service.accountId, true);
  check(await service.postMatrix(body), 'account_disabled');
  await service.accounts.setDisabled(service.accountId, false);
  expect((await service.postMatrix(body)).status).toBe(200);
});

test.each([
  '/',
  '/engine',
  '/engine/matrix/v2/',
  '/engine/docs/index.html',
  '/engine/%ff',
  '//',
  '/engine/matrix/v1/x',
])('unknown_path: %s', async (path) => {
  check(await request(service.app).get(path).set('x-api-key', service.apiKey), 'unknown_path');
});

test.each(['get', 'put', 'delete', 'patch'] as const)(
  'method_not_allowed: %s lists the allowed methods',
  async (method) => {
    const agent = request(service.app);
    const response = await agent[method]('/engine/routing/sync').set('x-api-key', service.apiKey);
    check(response, 'method_not_allowed');
    expect(response.headers['allow']).toBe('POST, OPTIONS');
  },
);

test('idempotency_conflict: the key was used with another body', async () => {
  const headers = { 'idempotency-key': 'conflict' };
  expect((await service.postMatrix(body, headers)).status).toBe(200);
  check(await service.postMatrix({ ...body, weekend: true }, headers), 'idempotency_conflict');
});

test('request_too_large: declared, streamed and decompressed bodies have the same limit', async () => {
  await withService({ config: { bodyBytesMax: 2_000 } }, async (other) => {
    const padded = (bytes: number) => `${JSON.stringify(body)}${' '.repeat(bytes)}`;
    const atLimit = padded(2_000 - JSON.stringify(body).length);
    expect((await other.postMatrix(atLimit)).status).toBe(200);
    check(await other.postMatrix(`${atLimit} `), 'request_too_large');
    const zipped = { 'content-encoding': 'gzip' };
    expect((await other.postMatrix(gzipSync(atLimit), zipped)).status).toBe(200);
    check(await other.postMatrix(gzipSync(`${atLimit} `), zipped), 'request_too_large');
  });
});

test('request_too_complex', async () => {
  check(await service.postMatrix(`[${'{},'.repeat(100_000)}{}]`), 'request_too_complex');
});

test('too_many_locations', async () => {
  const answer = await service.postMatrix({ ...body, locations: manyLocations(7_072) });
  check(answer, 'too_many_locations');
});

test('unknown_job', async () => {
  check(await pollJob(service, 'none'), 'unknown_job');
});

test('job_already_finished', async () => {
  const { body: job } = await service.postMatrix({ ...body, locations: manyLocations(201) });
  await endOfJob(service, job.jobid, 'matrix');
  check(await cancelJob(service, job.jobid, 'matrix'), 'job_already_finished');
});

function manyLocations(count: number) {
  return Array.from({ length: count }, (_, idx) => ({
    location_id: `${idx}`,
    latitude: 0,
    longitude: 0,
  }));
}

test.each([
  [{ 'content-type': 'text/plain' }],
  [{ 'content-type': 'application/json; charset=latin1' }],
  [{ 'content-encoding': 'zstd' }],
])('unsupported_media_type: %j', async (headers) => {
  check(await service.postMatrix('{}', headers), 'unsupported_media_type');
});

test('location_unreachable', async () => {
  check(await service.postMatrix({ ...body, strict: true }), 'location_unreachable');
});

test('rate_limited: states when to retry', async () => {
  await withService({ config: { requestsPerMinute: 2 } }, async (other) => {
    const first = await other.postMatrix(body);
    expect(first.headers['ratelimit-policy']).toBe('"default";q=2;w=60');
    expect(first.headers['ratelimit']).toMatch(/^"default";r=1;t=\d+$/);
    await other.postMatrix(body);
    const third = await other.postMatrix(body);
    check(third, 'rate_limited');
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(third.headers['ratelimit']).toMatch(/;r=0;/);
  });
});

test('quota_exceeded: states when the day ends', async () => {
  await withService({}, async (other) => {
    await other.accounts.setLimits(other.accountId, {
      dailyCreditsMax: 1,
      requestsPerMinute: null,
    });
    expect((await other.postMatrix(body)).status).toBe(200);
    const second = await other.postMatrix(body);
    check(second, 'quota_exceeded');
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('internal_error: an internal fault reveals no detail, is logged with its id, and charges nothing', async () => {
  const workerFile = compiledFile('test/support/broken-worker');
  await withService({ workerFile }, async (other) => {
    const before = await other.accounts.balance(other.accountId);
    const response = await other.postMatrix('throw');
    check(response, 'internal_error');
    expect(response.text).not.toContain('planned fault');
    expect(await other.accounts.balance(other.accountId)).toBe(before);
    const line = other.logLines().find((each) => each['msg'] === 'request failed');
    expect(line).toMatchObject({ request_id: response.body.request_id });
    expect(JSON.stringify(line)).toContain('planned fault');
  });
});

test('overloaded: all threads are busy and the queue is full', async () => {
  const workerFile = compiledFile('test/support/broken-worker');
  await withService({ workerFile, config: { queueLengthMax: 1 } }, async (other) => {
    const busy = ['wait', 'wait'].map((text) =>
      other.postMatrix(text).then((response) => response.status),
    );
    await until(() => {
      const { runningTasks, queuedTasks } = other.pool.stats();
      return runningTasks + queuedTasks === 2;
    });
    const refused = await other.postMatrix('wait');
    check(refused, 'overloaded');
    expect(refused.headers['retry-after']).toBe('1');
    expect(await Promise.all(busy)).toEqual([413, 413]);
  });
});

test('shutting_down: new requests are refused, and the service is no longer ready', async () => {
  await withService({}, async (other) => {
    other.beginShutdown();
    const response = await other.postMatrix(body);
    check(response, 'shutting_down');
    expect(response.headers['connection']).toBe('close');
    const ready = await request(other.app).get('/engine/health/ready');
    expect(ready.status).toBe(503);
    expect(ready.body.not_ready).toEqual(['shutting_down']);
  });
});

test('timeout: a task that takes too long is stopped, answered with 504, and not charged', async () => {
  const workerFile = compiledFile('test/support/broken-worker');
  const hasty = { workerFile, config: { answerDeadlineMs: 300 }, cancelGraceMs: 120_000 };
  await withService(hasty, async (other) => {
    const before = await other.accounts.balance(other.accountId);
    check(await other.postMatrix('poll'), 'timeout');
    expect(await other.accounts.balance(other.accountId)).toBe(before);
    // The thread saw the flag and is free again, without a restart.
    await until(async () => (await other.postMatrix('none')).status === 413);
    expect(other.pool.stats().restarts).toBe(0);
  });
});

test('timeout: a body that does not arrive in time', async () => {
  const { connect } = await import('node:net');
  await withService({ config: { answerDeadlineMs: 300 } }, async (other) => {
    const server = other.app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = connect(address.port, '127.0.0.1');
    socket.write(
      `POST /engine/matrix/v1/ HTTP/1.1\r\nhost: x\r\nx-api-key: ${other.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 10000\r\n\r\n{`,
    );
    // A byte now and then gains no time.
    const dripping = setInterval(() => socket.write(' '), 20);
    const text = await new Promise<string>((resolve) => {
      socket.once('data', (chunk) => {
        resolve(chunk.toString());
      });
    });
    clearInterval(dripping);
    expect(text).toMatch(/^HTTP\/1.1 504/);
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});

test('too_many_at_once', async () => {
  await withService({ config: { requestsAtOnceMax: 1 } }, async (other) => {
    const server = other.app.listen(0);
    const address = server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    const slow = connect(port, '127.0.0.1');
    slow.write(
      `POST /engine/matrix/v1/ HTTP/1.1\r\nhost: x\r\nx-api-key: ${other.apiKey}\r\n` +
        'content-type: application/json\r\ncontent-length: 10\r\n\r\n{',
    );
    await until(() => other.bodyBytesHeld() > 0);
    const refused = await other.postMatrix(body);
    check(refused, 'too_many_at_once');
    expect(refused.headers['retry-after']).toBe('1');
    // Requests without a body are answered, and other accounts are not affected.
    await getFrom(other, '/engine/account/v1/').expect(200);
    const { apiKey } = await other.accounts.createAccount({ name: 'b', credits: 10 });
    await other.postMatrix(body, { 'x-api-key': apiKey }).expect(200);
    slow.destroy();
    await until(async () => (await other.postMatrix(body)).status === 200);
    await new Promise((resolve) => server.close(resolve));
  });
});

test('too_many_jobs', async () => {
  // No process works on jobs.
  await withService({ config: { role: 'api', jobsWaitingMax: 1 } }, async (other) => {
    const large = { ...body, locations: manyLocations(201) };
    const accepted = await other.postMatrix(large).expect(202);
    expect(accepted.headers).toMatchObject({ 'x-jobs-waiting': '1', 'x-jobs-waiting-max': '1' });
    const refused = await other.postMatrix(large);
    check(refused, 'too_many_jobs');
    expect(refused.headers['retry-after']).toBe('10');
  });
});

/** The bytes that a server sends, until the end of the connection, to input that never becomes a request. */
async function answerTo(app: RequestListener, text: string): Promise<string> {
  const server = createServer({ connectionsCheckingInterval: 50 }, app);
  guardSocket(server, 200);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
  socket.write(text);
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  await new Promise((resolve) => server.close(resolve));
  return received;
}

test.each([
  ['slow_request', 'GET / HTTP/1.1\r\nhost: x\r\n'],
  ['headers_too_large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
] as const)('%s', async (code, text) => {
  const [head = '', json = ''] = (await answerTo(service.app, text)).split('\r\n\r\n');
  const { status, title } = ERRORS[code];
  expect(JSON.parse(json)).toMatchObject({ code, status, message: title, errors: [] });
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('access-control-allow-origin: *');
  reached.add(code);
});

test('address_too_long', async () => {
  const long = `/engine/health/live?x=${'x'.repeat(8_000)}`;
  check(await request(service.app).get(long), 'address_too_long');
});

test('version_retired', async () => {
  const [day, last] = [86_400_000, '/engine/matrix/v2'];
  const ends = { deprecatedAtMs: 0, sunsetAtMs: 90 * day, successor: 'matrix/v2' };
  const versions = [
    { name: 'matrix/v1', prefix: '/engine/matrix/v1', ends },
    { name: 'matrix/v2', prefix: last },
  ];
  await withService({ versions }, async (other) => {
    const response = await other.postMatrix(body);
    check(response, 'version_retired');
    expect(response.headers['location']).toBe(last);
  });
});

test('every code of the table was raised above', () => {
  expect([...reached].sort()).toEqual(Object.keys(ERRORS).sort());
});
