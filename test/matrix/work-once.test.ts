/** Unnecessary work is not done: no hash without an idempotency key, no second validation of a valid body. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Compile } from 'typebox/compile';
import { createRequestCheck } from '../../server/matrix/check.js';
import { matrixRequestSchema } from '../../server/matrix/schema.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const request = {
  locations: [{ location_id: 'a', latitude: 41, longitude: -8 }],
  vehicle: { type: 'car' },
};

test('a body is hashed only if there is an idempotency key', async () => {
  const text = JSON.stringify(request);
  const run = (key: { idempotencyKey?: string }) =>
    service.pool.run(
      'matrix',
      { body: [new TextEncoder().encode(text)], mode: 'compute', ...key },
      { signal: new AbortController().signal },
    );
  expect(await run({})).not.toHaveProperty('idempotency');
  expect(await run({ idempotencyKey: 'k' })).toMatchObject({
    idempotency: { key: 'k', bodyHash: createHash('sha256').update(text).digest('hex') },
  });
});

test('a valid body is validated once', () => {
  let readCount = 0;
  const counted = {
    ...request,
    get weekend() {
      readCount += 1;
      return false;
    },
  };
  Compile(matrixRequestSchema).Check(counted);
  const readsOfOneCheck = readCount;
  expect(readsOfOneCheck).toBeGreaterThan(0);
  readCount = 0;
  expect(createRequestCheck({ ownProfiles: new Map() })(counted).kind).toBe('ok');
  expect(readCount).toBe(readsOfOneCheck);
});
