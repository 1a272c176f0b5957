/** What a request costs, and that it is paid exactly once. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import request from 'supertest';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ credits: 1_000 });
});
afterAll(() => service.stop());

const body = (count: number, weekend = false) => ({
  locations: Array.from({ length: count }, (_, idx) => ({
    location_id: `${idx}`,
    latitude: 41 + idx / 100,
    longitude: -8,
  })),
  vehicle: {},
  weekend,
});

test.each([
  // pairs × windows, 1 credit for each 1,000 or part of it
  [1, true, 1], // 1 × 1
  [31, true, 1], // 961 × 1
  [32, true, 2], // 1,024 × 1
  [10, false, 1], // 100 × 8 = 800
  [50, false, 20], // 2,500 × 8 = 20,000
  [51, false, 21], // 2,601 × 8 = 20,808
])('%i locations, weekend %s: %i credits', async (count, weekend, credits) => {
  const before = await service.accounts.balance(service.accountId);
  const response = await service.postMatrix(body(count, weekend)).expect(200);
  expect(response.headers['x-credits-charged']).toBe(String(credits));
  expect(response.headers['x-credits-remaining']).toBe(String(before - credits));
  expect(await service.accounts.balance(service.accountId)).toBe(before - credits);
});

test('dry_run returns the price and charges nothing', async () => {
  const before = await service.accounts.balance(service.accountId);
  const response = await request(service.app)
    .post('/engine/matrix/v1/?dry_run=true')
    .set('x-api-key', service.apiKey)
    .send(body(51))
    .expect(200);
  expect(response.body).toEqual({ credits: 21 });
  expect(response.headers['x-credits-charged']).toBe('0');
  expect(await service.accounts.balance(service.accountId)).toBe(before);
});

test('dry_run reports the same faults as the real request', async () => {
  const response = await request(service.app)
    .post('/engine/matrix/v1/?dry_run=true')
    .set('x-api-key', service.apiKey)
    .send({});
  expect(response.body.code).toBe('invalid_request');
});

test('the same idempotency key and body give the same answer, charged once', async () => {
  const headers = { 'idempotency-key': 'order-4711' };
  const first = await service.postMatrix(body(32, true), headers).expect(200);
  const after = await service.accounts.balance(service.accountId);
  const second = await service.postMatrix(body(32, true), headers).expect(200);
  expect(second.text).toBe(first.text);
  expect(second.headers['idempotency-replayed']).toBe('true');
  expect(second.headers['x-credits-charged']).toBe('0');
  expect(await service.accounts.balance(service.accountId)).toBe(after);
});

test('ten concurrent copies with the same idempotency key are charged once', async () => {
  const before = await service.accounts.balance(service.accountId);
  const sent = Array.from({ length: 10 }, () =>
    service.postMatrix(body(32, true), { 'idempotency-key': 'burst' }),
  );
  const answers = await Promise.all(sent);
  expect(new Set(answers.map((each) => each.status))).toEqual(new Set([200]));
  expect(await service.accounts.balance(service.accountId)).toBe(before - 2);
});

test('an idempotency key that is not visible ASCII is refused', async () => {
  const response = await service.postMatrix(body(1), { 'idempotency-key': 'two words' });
  expect(response.body.errors[0].pointer).toBe('/headers/idempotency-key');
});

test('the account and its usage show what was spent', async () => {
  const key = { 'x-api-key': service.apiKey };
  const account = await request(service.app).get('/engine/account/v1/').set(key).expect(200);
  const balance = await service.accounts.balance(service.accountId);
  expect(account.body).toMatchObject({
    account_id: service.accountId,
    credits: balance,
    limits: { requests_per_minute: 6000, credits_per_day: null },
  });
  const usage = await request(service.app)
    .get('/engine/account/v1/usage?group_by=endpoint')
    .set(key)
    .expect(200);
  const [matrix] = usage.body.usage;
  expect(matrix.group).toBe('matrix');
  expect(matrix.credits).toBe(1_000 - balance);
});

test('invalid usage parameters are reported together', async () => {
  const response = await request(service.app)
    .get('/engine/account/v1/usage?group_by=color&from=yesterday&to=2026-02-31')
    .set('x-api-key', service.apiKey);
  expect(response.status).toBe(400);
  expect(response.body.errors.map((each: { pointer: string }) => each.pointer).sort()).toEqual([
    '/query/from',
    '/query/group_by',
    '/query/to',
  ]);
});

test.each([
  ['a method that the path does not take', '/engine/routing/v1/sync', 405],
  ['a path that does not exist', '/nowhere', 404],
])('the answer to %s states what is left, given a key', async (_case, path, status) => {
  const ask = (headers: Record<string, string>) => request(service.app).get(path).set(headers);
  const known = await ask({ 'x-api-key': service.apiKey }).expect(status);
  const balance = await service.accounts.balance(service.accountId);
  expect(known.headers['x-credits-remaining']).toBe(String(balance));
  expect(known.headers['x-credits-charged']).toBe('0');
  expect(known.headers['ratelimit']).toBeDefined();
  for (const headers of [{}, { 'x-api-key': 're_wrong_key_0123456789' }]) {
    const stranger = await ask(headers).expect(status);
    expect(stranger.headers).not.toHaveProperty('x-credits-remaining');
  }
});
