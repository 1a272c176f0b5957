/** Bodies in every accepted encoding, and answers in every requested one. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const body = {
  locations: Array.from({ length: 60 }, (_, idx) => ({
    location_id: `place ${idx}`,
    latitude: 41 + idx / 100,
    longitude: -8,
  })),
  vehicle: {},
};

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a body in %s is read like an uncompressed one', async (encoding, compress) => {
  const plain = await service.postMatrix(body).expect(200);
  const packed = await service
    .postMatrix(compress(JSON.stringify(body)), { 'content-encoding': encoding })
    .expect(200);
  expect(packed.text).toBe(plain.text);
});

test.each(['gzip', 'br'])('an answer is encoded in %s on request', async (encoding) => {
  const response = await service.postMatrix(body, { 'accept-encoding': encoding }).expect(200);
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(Object.keys(response.body.travel_costs)).toHaveLength(60);
});

test('a body that does not match its encoding is refused', async () => {
  const response = await service.postMatrix(Buffer.from('not gzip'), {
    'content-encoding': 'gzip',
  });
  expect(response.status).toBe(400);
  expect(response.body.comment).toContain('decompressed');
});

test('a body that decompresses without end is cut off at the limit', async () => {
  const bomb = gzipSync(Buffer.alloc(200_000_000, 0x20));
  expect(bomb.length).toBeLessThan(300_000);
  const response = await service.postMatrix(bomb, { 'content-encoding': 'gzip' });
  expect(response.body.code).toBe('request_too_large');
});

test('charset=utf-8 and a vendor JSON type are accepted', async () => {
  await service.postMatrix(body, { 'content-type': 'application/json; charset=UTF-8' }).expect(200);
  await service.postMatrix(body, { 'content-type': 'application/vnd.api+json' }).expect(200);
});
