/** All faults of a request are reported at once, each at its JSON pointer, and never with status 500. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const good = { location_id: 'a', latitude: 41, longitude: -8 };
const vehicle = { type: 'car' };

/** Posts a body, expects status 400 and returns the problems as `pointer code` lines. */
async function problems(body: unknown): Promise<string[]> {
  const response = await service.postMatrix(body);
  expect(response.status).toBe(400);
  expect(response.body.code).toBe('invalid_request');
  expect(response.body.request_id).toBe(response.headers['x-request-id']);
  expect(response.headers['x-credits-charged']).toBe('0');
  for (const problem of response.body.errors) expect(problem.comment.length).toBeGreaterThan(10);
  return response.body.errors.map((each: any) => `${each.pointer} ${each.code}`).sort();
}

test('faults of all kinds in one request are reported together', async () => {
  expect(
    await problems({
      locations: [
        { location_id: 'a', latitude: 91, longitude: -8 },
        { location_id: 'a', latitude: '41', longitude: -180.5 },
        { location_id: '', latitude: 1, longitude: 1, location_class: [1.5], color: 'red' },
        { latitude: 1, longitude: 1 },
        7,
      ],
      vehicle: { type: 'boat', speed_factor: 0 },
      weekend: 'yes',
      sources: [0, 0, 9, -1, 1.5],
      destinations: [],
      force_containment: null,
      start_local_time: '25:00:00',
      end_local_time: '08:00',
      extra: {},
    }),
  ).toEqual(
    [
      '/destinations out_of_range',
      '/end_local_time invalid_format',
      '/extra unknown_field',
      '/force_containment invalid_type',
      '/locations/0/latitude out_of_range',
      '/locations/1/latitude invalid_type',
      '/locations/1/location_id duplicate_id',
      '/locations/1/longitude out_of_range',
      '/locations/2/color unknown_field',
      '/locations/2/location_class/0 invalid_type',
      '/locations/2/location_id out_of_range',
      '/locations/3/location_id missing_field',
      '/locations/4 invalid_type',
      '/sources/1 duplicate_index',
      '/sources/2 index_out_of_range',
      '/sources/3 out_of_range',
      '/sources/4 invalid_type',
      '/start_local_time invalid_format',
      '/vehicle/speed_factor out_of_range',
      '/vehicle/type not_allowed',
      '/weekend invalid_type',
    ].sort(),
  );
});

test.each([
  ['null', ' invalid_type'],
  ['[]', ' invalid_type'],
  ['"text"', ' invalid_type'],
  ['3', ' invalid_type'],
])('a body of %s is not a request', async (body, expected) => {
  expect(await problems(body)).toEqual([expected]);
});

test('missing fields are named', async () => {
  expect(await problems({})).toEqual(['/locations missing_field', '/vehicle missing_field']);
});

test('an empty list of locations is refused', async () => {
  expect(await problems({ locations: [], vehicle })).toEqual(['/locations out_of_range']);
});

test('numbers beyond the range of a float are out of range, not infinite', async () => {
  const body =
    '{"locations":[{"location_id":"a","latitude":1e999,"longitude":-1e999}],"vehicle":{}}';
  expect(await problems(body)).toEqual([
    '/locations/0/latitude invalid_type',
    '/locations/0/longitude invalid_type',
  ]);
});

test('a field name with slashes and tildes is escaped in its pointer', async () => {
  expect(await problems({ locations: [good], vehicle, 'a/b~c': 1 })).toEqual([
    '/a~1b~0c unknown_field',
  ]);
});

test('names from the prototype chain are unknown fields and harmless ids', async () => {
  expect(
    await problems(
      `{"locations":[${JSON.stringify(good)}],"vehicle":{},"__proto__":{"weekend":true},"constructor":1}`,
    ),
  ).toEqual(['/__proto__ unknown_field', '/constructor unknown_field']);
  const ids = ['__proto__', 'constructor', 'toString', '\u0000', '"\\', '💥', '\ud800'];
  const response = await service
    .postMatrix({
      locations: ids.map((location_id) => ({ ...good, location_id })),
      vehicle,
      weekend: true,
    })
    .expect(200);
  const keys = Object.keys(JSON.parse(response.text).travel_costs);
  expect(keys).toHaveLength(ids.length);
});

test('at most 100 problems are listed, and the comment says how many more there are', async () => {
  const locations = Array.from({ length: 150 }, (_, idx) => ({
    location_id: `${idx}`,
    latitude: 99,
    longitude: 0,
  }));
  const response = await service.postMatrix({ locations, vehicle }).expect(400);
  expect(response.body.errors).toHaveLength(100);
  expect(response.body.comment).toContain('149 more');
});

test.each([
  ['cut off', '{"locations":['],
  ['NaN', '{"locations":[{"location_id":"a","latitude":NaN,"longitude":0}],"vehicle":{}}'],
  ['a trailing comma', '{"vehicle":{},}'],
  ['empty', ' '],
  ['two values', '{}{}'],
])('invalid JSON is reported as invalid_json: %s', async (_name, body) => {
  const response = await service.postMatrix(body).expect(400);
  expect(response.body.code).toBe('invalid_json');
});

test('bytes that are not UTF-8 are invalid_json', async () => {
  const latin = Buffer.from('{"vehicle":{"type":"\xe9"}}', 'latin1');
  const response = await service.postMatrix(latin).expect(400);
  expect(response.body.code).toBe('invalid_json');
  expect(response.body.comment).toContain('UTF-8');
});

test('a byte order mark is skipped', async () => {
  await service.postMatrix(`\ufeff${JSON.stringify({ locations: [good], vehicle })}`).expect(200);
});

test('a million nested arrays are not parsed', async () => {
  const response = await service.postMatrix(gzipSync('['.repeat(1_000_000)), {
    'content-encoding': 'gzip',
  });
  expect(response.status).toBe(413);
  const closed = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  expect((await service.postMatrix(closed)).body.code).toBe('request_too_complex');
  await service.postMatrix({ locations: [good], vehicle }).expect(200);
  expect(service.pool.stats().restarts).toBe(0);
});

test('strict is refused if no road map contains the locations, and each one is named', async () => {
  const response = await service
    .postMatrix({ locations: [good], vehicle, strict: true })
    .expect(422);
  expect(response.body).toMatchObject({
    code: 'location_unreachable',
    errors: [{ pointer: '/locations/0', code: 'location_unreachable' }],
  });
});
