/** Requests with too many locations for a synchronous answer: accepted and priced as a job, or refused. */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const locationsOf = (count: number) =>
  Array.from({ length: count }, (_, idx) => ({
    location_id: `p${idx}`,
    latitude: 41 + idx / 100_000,
    longitude: -8.6,
  }));
const vehicle = {};

function ask(request: object, options: { mode?: 'price'; idempotencyKey?: string } = {}) {
  const body = [new TextEncoder().encode(JSON.stringify(request))];
  return service.pool.run(
    'matrix',
    { body, mode: 'compute', ...options },
    { signal: new AbortController().signal },
  );
}

test('201 locations are accepted with price, counts and body', async () => {
  const request = { locations: locationsOf(201), vehicle, sources: [7, 8] };
  const text = JSON.stringify(request);
  const output = await ask(request, { idempotencyKey: 'k' });
  // 2 × 201 pairs in 8 windows are 3,216 costs.
  expect(output).toMatchObject({
    kind: 'large',
    credits: 4,
    counts: { locations: 201, pairs: 402, windows: 8 },
    idempotency: { key: 'k', bodyHash: createHash('sha256').update(text).digest('hex') },
  });
  expect(output).not.toHaveProperty('webhookUrl');
  if (output.kind !== 'large') throw new Error(output.kind);
  expect(gunzipSync(output.input).toString()).toBe(text);
  expect(await ask(request, { mode: 'price' })).toEqual({ kind: 'priced', credits: 4 });
});

test('a webhook is passed to the job', async () => {
  const webhook_url = 'https://example.com/hook?a=b';
  expect(await ask({ locations: locationsOf(201), vehicle, webhook_url })).toMatchObject({
    kind: 'large',
    webhookUrl: webhook_url,
  });
});

test.each([
  [200, 'https://example.com/', 'not_allowed'],
  [201, 'ftp://example.com/', 'invalid_format'],
  [201, 'example.com', 'invalid_format'],
  [201, 'https://[', 'invalid_format'],
  [201, `https://example.com/${'x'.repeat(2000)}`, 'out_of_range'],
])('an invalid or inapplicable webhook is refused: %d locations, %s', async (count, url, code) => {
  const output = await ask({ locations: locationsOf(count), vehicle, webhook_url: url });
  expect(output).toMatchObject({
    kind: 'refused',
    code: 'invalid_request',
    problems: [{ pointer: '/webhook_url', code }],
    problemCount: 1,
  });
});

test('all faults of a large request are reported in one answer', async () => {
  const locations = locationsOf(300).map((location) => ({ ...location, location_id: 'same' }));
  const output = await ask({ locations, vehicle, sources: [300], webhook_url: 7 });
  expect(output).toMatchObject({ kind: 'refused', code: 'invalid_request', problemCount: 301 });
});

test('the work of a job, by which accounts take turns, grows with its costs', async () => {
  const workOf = async (count: number) => {
    const locations = locationsOf(5_000);
    const output = await ask({
      locations,
      vehicle,
      sources: locations.slice(0, count).map((_, idx) => idx),
    });
    return output.kind === 'large' ? output.workSeconds : undefined;
  };
  // A second at least: 5,000 pairs in 8 windows take less.
  expect(await workOf(1)).toBe(1);
  const [half = 0, whole = 0] = [await workOf(2_500), await workOf(5_000)];
  expect(whole / half).toBeCloseTo(2, 5);
  // 200 million costs. On any machine, this is between a quarter of a minute and a quarter of an hour.
  expect(whole).toBeGreaterThan(15);
  expect(whole).toBeLessThan(900);
});

test('10,000 locations are the maximum', async () => {
  const few = { sources: [0] };
  expect(await ask({ locations: locationsOf(10_000), vehicle, ...few })).toMatchObject({
    kind: 'large',
    counts: { locations: 10_000, pairs: 10_000 },
  });
  expect(await ask({ locations: locationsOf(10_001), vehicle, ...few })).toMatchObject({
    kind: 'refused',
    code: 'too_many_locations',
    comment: expect.stringMatching(/10001 .* 10000/),
  });
});

test('50 million pairs of a source and a destination are the maximum, whatever classes exclude', async () => {
  const locations = locationsOf(10_000).map((location, idx) => ({
    ...location,
    location_class: [idx % 640],
  }));
  const sources = Array.from({ length: 5_001 }, (_, idx) => idx);
  expect(await ask({ locations, vehicle, sources })).toMatchObject({
    kind: 'refused',
    code: 'too_many_locations',
    comment: expect.stringMatching(/5001 sources and 10000 destinations.* 50000000 /),
  });
  expect(await ask({ locations, vehicle, sources: sources.slice(1) })).toMatchObject({
    kind: 'large',
    // Each of 5,000 sources shares its class with 15 or 16 of 10,000 locations: those with the same remainder.
    counts: { pairs: 78_199 },
  });
});

test('the number of comparisons of classes is limited, and one class more exceeds it', async () => {
  const locations = locationsOf(10_000);
  const sources = Array.from({ length: 5_000 }, (_, idx) => idx);
  const classed = (count: number) =>
    locations.map((location, idx) => ({ ...location, location_class: [idx % count] }));
  // 50 million pairs, 10 words of 64 classes each; with 641 classes, each pair takes an eleventh comparison.
  expect(await ask({ locations: classed(641), vehicle, sources })).toMatchObject({
    kind: 'refused',
    code: 'request_too_complex',
    comment: expect.stringContaining('641 different location classes; 5000 sources and 10000'),
  });
  expect(
    await ask({ locations: classed(641), vehicle, sources: sources.slice(0, 4_000) }),
  ).toMatchObject({
    kind: 'large',
  });
});

test('a strict request is refused before it becomes a job', async () => {
  const output = await ask({ locations: locationsOf(250), vehicle, strict: true });
  expect(output).toMatchObject({
    kind: 'refused',
    code: 'location_unreachable',
    problemCount: 250,
  });
});
