/** The end of an API version, with a simulated clock and a second version of the matrix. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import request from 'supertest';
import { createVersions, type ApiVersion, type Route } from '../../server/api/index.js';
import { startTestService, type TestService } from '../support/service.js';
import { until } from '../support/until.js';

const DAY_MS = 86_400_000;
const DEPRECATED_AT_MS = Date.UTC(2027, 0, 1);
const SUNSET_AT_MS = DEPRECATED_AT_MS + 90 * DAY_MS;
const ends = {
  deprecatedAtMs: DEPRECATED_AT_MS,
  sunsetAtMs: SUNSET_AT_MS,
  successor: 'matrix/v2',
};
const V1: ApiVersion = { name: 'matrix/v1', prefix: '/engine/matrix/v1', ends };
const V2: ApiVersion = { name: 'matrix/v2', prefix: '/engine/matrix/v2' };

/** The second version computes as the first one does, and also has an alias of its path. */
function withSecondMatrix(routes: readonly Route[]): Route[] {
  return routes.flatMap((route): Route[] => {
    if (route.paths[0] !== '/engine/matrix/v1' || route.method !== 'post') return [route];
    const operation = { ...route.operation, operationId: 'computeMatrix2' };
    return [
      { ...route, paths: ['/engine/matrix/v1'] },
      { ...route, operation, paths: ['/engine/matrix/v2', '/engine/matrix'] },
    ];
  });
}

let service: TestService;
let nowMs = 0;
beforeAll(async () => {
  service = await startTestService({
    clock: () => nowMs,
    versions: [V1, V2],
    changeRoutes: withSecondMatrix,
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  nowMs = DEPRECATED_AT_MS - DAY_MS;
});

const body = { locations: [{ location_id: 'a', latitude: 0, longitude: 0 }], vehicle: {} };
const endOf = ({ headers }: request.Response) => [headers['deprecation'], headers['sunset']];

test('the use of versions is recorded by day', async () => {
  nowMs = DEPRECATED_AT_MS;
  await service.postMatrix(body).expect(200);
  await service.postTo('/engine/matrix')(body).expect(200);
  nowMs += 2 * DAY_MS;
  await service.postTo('/engine/matrix/v2')(body).expect(200);
  const of = { accountId: service.accountId, name: 'test' };
  const uses = [
    { ...of, version: 'matrix/v1', lastUsed: '2027-01-01' },
    { ...of, version: 'matrix/v2', lastUsed: '2027-01-03' },
  ];
  // Recording is asynchronous.
  const used = () => service.accounts.versionUses(30);
  await until(async () => JSON.stringify(await used()) === JSON.stringify(uses));
  nowMs = DEPRECATED_AT_MS + 30 * DAY_MS;
  expect(await used()).toEqual(uses.slice(1));
});

test('a current version does not mention an end', async () => {
  const answer = await service.postMatrix(body).expect(200);
  expect([...endOf(answer), answer.headers['link']]).toEqual([undefined, undefined, undefined]);
});

test('a deprecated version keeps working, and every answer states its end and its successor', async () => {
  nowMs = DEPRECATED_AT_MS;
  const end = ['@1798761600', 'Thu, 01 Apr 2027 00:00:00 GMT'];
  const successor = '</engine/matrix/v2>; rel="successor-version"';
  const answer = await service.postMatrix(body).expect(200);
  expect([...endOf(answer), answer.headers['link']]).toEqual([...end, successor]);
  const refused = await service.postMatrix({}).expect(400);
  expect(endOf(refused)).toEqual(end);
  const help = '</engine/docs/errors#invalid_request-400>; rel="help"';
  expect(refused.headers['link']).toBe(`${successor}, ${help}`);
  for (const path of ['/engine/matrix/v2', '/engine/matrix']) {
    expect(endOf(await service.postTo(path)(body).expect(200))).toEqual([undefined, undefined]);
  }
});

test.each([
  ['/engine/matrix/v1/', '/engine/matrix/v2'],
  ['/engine/matrix/v1?dry_run=true', '/engine/matrix/v2?dry_run=true'],
  ['/ENGINE/matrix/%761/price', '/engine/matrix/v2/price'],
])('a retired one redirects from %s to %s, with a body that says so', async (path, location) => {
  nowMs = SUNSET_AT_MS;
  const { status, headers, body: told } = await service.postTo(path)(body);
  expect([status, headers['location']]).toEqual([308, location]);
  expect(told).toMatchObject({ code: 'version_retired', status: 308, errors: [] });
  expect(told.comment).toContain('/engine/matrix/v2');
});

test('a client of the retired version gets the answer of its successor, with body and key sent again', async () => {
  nowMs = SUNSET_AT_MS;
  const { status, body: answer } = await service.postMatrix(body).redirects(1);
  expect([status, answer.status]).toEqual([200, 'Ok']);
});

test('a path with the same beginning is a different path', async () => {
  nowMs = SUNSET_AT_MS;
  await request(service.app).get('/engine/matrix/v10').expect(404);
});

test.each([
  ['without a successor', [{ ...V1, ends: { ...ends, successor: 'matrix/v3' } }, V2]],
  ['after itself', [{ ...V1, ends: { ...ends, successor: 'matrix/v1' } }, V2]],
  ['within 90 days', [{ ...V1, ends: { ...ends, sunsetAtMs: SUNSET_AT_MS - 1 } }, V2]],
  ['twice', [V2, V2]],
])('a version cannot end %s', (_name, list) => {
  expect(() => createVersions(list, Date.now)).toThrow(TypeError);
});

test('if several versions ended in succession, the first redirects to the last', () => {
  const second = { ...V2, ends: { ...ends, successor: 'matrix/v3' } };
  const third = { name: 'matrix/v3', prefix: '/engine/matrix/v3' };
  const versions = createVersions([V1, second, third], () => SUNSET_AT_MS);
  expect(versions.successorOf('/engine/matrix/v1/price')?.path).toBe('/engine/matrix/v3/price');
});
