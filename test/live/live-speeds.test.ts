/**
 * Live speeds over HTTP on a map of three ways, in one process and in two on the same database: which costs they
 * change, how answers report them, and that they expire.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import type { SharedBackends } from '../../server/config.js';
import { describeDeployments, describeShared } from '../support/deployments.js';
import { startTestService, type TestService } from '../support/service.js';
import { TINY_BOX, TINY_LOCATIONS, writeTinyExtract } from '../support/tiny-map.js';
import { until } from '../support/until.js';

const PATH = '/engine/speeds/v1/';
const NOW_MS = Date.UTC(2026, 0, 31, 8);
const atMinute = (minute: number): string => new Date(NOW_MS + minute * 60_000).toISOString();

const folder = mkdtempSync(join(tmpdir(), 'route-engine-live-'));
writeTinyExtract(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Operated = TestService & { operatorKey: string; setMinute: (minute: number) => void };

async function startOperated(shared: SharedBackends | undefined): Promise<Operated> {
  let nowMs = NOW_MS;
  const service = await startTestService({
    config: { mapsDir: folder, threads: 2, shared },
    clock: () => nowMs,
  });
  const { apiKey: operatorKey } = await service.accounts.addKey({
    accountId: service.accountId,
    isOperator: true,
  });
  return { ...service, operatorKey, setMinute: (minute) => (nowMs = NOW_MS + minute * 60_000) };
}

const send = (
  { app, operatorKey }: Operated,
  method: 'get' | 'put' | 'delete',
  body?: unknown,
): request.Test => {
  const sent = request(app)[method](PATH).set('x-api-key', operatorKey);
  return body === undefined
    ? sent
    : sent.set('content-type', 'application/json').send(JSON.stringify(body));
};

const put = (service: Operated, rules: readonly object[], minute = 60) =>
  send(service, 'put', { expires_at: atMinute(minute), rules }).expect(200);

/** Seconds on the weekend along each way, and the version in the answer. */
async function look(service: TestService, type = 'car') {
  const { body } = await service
    .postMatrix({ locations: TINY_LOCATIONS, vehicle: { type }, weekend: true })
    .expect(200);
  const secondsOf = (way: string): number => body.travel_costs[`${way}.near`][`${way}.far`][1];
  const [a = 0, b = 0, c = 0] = ['a', 'b', 'c'].map(secondsOf);
  return { a, b, c, version: body.speeds_version };
}

/** Both numbers are rounded to a second. */
const expectTwice = (seconds: number, of: number): void =>
  expect(Math.abs(seconds - 2 * of)).toBeLessThanOrEqual(2);

describeDeployments((newBackends) => {
  let service: Operated;
  beforeAll(async () => {
    service = await startOperated(await newBackends());
  });
  afterAll(() => service.stop());
  afterEach(async () => {
    service.setMinute(0);
    await send(service, 'delete').expect(200);
  });

  test('rules apply to a way, an area, a box and a class, and answers report them', async () => {
    const before = await look(service);
    expect(before.version).toBeUndefined();
    const area = {
      type: 'Polygon',
      coordinates: [
        [
          [-8.47, 40.9],
          [-8.43, 40.9],
          [-8.45, 41.2],
          [-8.47, 40.9],
        ],
      ],
    };
    for (const where of [
      { area },
      { bounding_box: TINY_BOX },
      { road_class: 'residential' },
      { way: 102 },
    ]) {
      const { body } = await put(service, [{ ...where, speed_factor: 0.5 }]);
      expect(body).toEqual({
        speeds_version: expect.stringMatching(/^\d+\.0$/),
        in_force: true,
        changed_at: atMinute(0),
        rule_count: 1,
      });
      const now = await look(service);
      expect(now).toMatchObject({ a: before.a, c: before.c, version: body.speeds_version });
      expectTwice(now.b, before.b);
    }
    // Bicycles are not affected by traffic.
    expect((await look(service, 'bicycle')).version).toBeUndefined();
  });

  test('they are applied after the speeds file, in their order, and each set replaces the last', async () => {
    const before = await look(service);
    await put(service, [{ way: 103, speed_factor: 0.5 }]);
    await put(service, [
      { way: 102, kilometers_per_hour: 10 },
      { way: 102, speed_factor: 2 },
    ]);
    const now = await look(service);
    expect(now.c).toBe(before.c);
    // Twice 10 km/h, for the 0.06 degrees along the parallel between near and far: 5,040 m.
    expect(Math.abs(now.b - (5_040 * 3.6) / 20)).toBeLessThanOrEqual(5);
  });

  test('a plan states the version of its live speeds, and a plan without them states none', async () => {
    const plan = {
      locations: TINY_LOCATIONS,
      vehicles: [
        {
          vehicle_id: 'van',
          shifts: [
            {
              start_location: 'b.near',
              start_time: '2026-01-31T08:00:00Z',
              end_time: '2026-01-31T18:00:00Z',
            },
          ],
        },
      ],
      orders: [{ order_id: 'order', location: 'b.far' }],
      options: { time_limit: 1 },
    };
    const { body: state } = await put(service, [{ way: 102, speed_factor: 0.5 }]);
    const { body } = await service.postPlan(plan);
    expect(body).toMatchObject({ travel_model: 'road', speeds_version: state.speeds_version });
    await send(service, 'delete').expect(200);
    expect((await service.postPlan(plan).expect(200)).body).not.toHaveProperty('speeds_version');
  });

  test('each rule ends when it expires, without any request', async () => {
    const before = await look(service);
    const { body } = await put(service, [
      { way: 101, speed_factor: 0.5, expires_at: atMinute(10) },
      { way: 102, speed_factor: 0.5 },
    ]);
    const set = body.speeds_version.replace('.0', '');
    expect((await look(service)).version).toBe(`${set}.0`);
    service.setMinute(10);
    const one = await until(async () => {
      const now = await look(service);
      return now.version === `${set}.1` && now;
    });
    expect(one.a).toBe(before.a);
    expectTwice(one.b, before.b);
    expect((await send(service, 'get').expect(200)).body).toMatchObject({
      ...{ speeds_version: `${set}.1`, rule_count: 1 },
      rules: [{ way: 102, speed_factor: 0.5, expires_at: atMinute(60) }],
    });
    service.setMinute(60);
    const none = await until(async () => {
      const now = await look(service);
      return now.version === undefined && now;
    });
    expect(none).toEqual(before);
  });

  test('a reload of the speeds file keeps live speeds in force', async () => {
    const before = await look(service);
    const { body } = await put(service, [{ way: 102, speed_factor: 0.5 }]);
    await service.reloadSpeeds();
    const now = await look(service);
    expect(now.version).toBe(body.speeds_version);
    expectTwice(now.b, before.b);
  });

  test('a key that is not an operator’s is refused for every method', async () => {
    for (const method of ['get', 'put', 'delete'] as const) {
      const { body } = await send({ ...service, operatorKey: service.apiKey }, method, {}).expect(
        403,
      );
      expect(body.code).toBe('operator_key_required');
    }
    expect((await request(service.app).get(PATH).expect(401)).body.code).toBe('missing_api_key');
  });
});

describe('invalid live speeds', () => {
  let service: Operated;
  beforeAll(async () => {
    service = await startOperated(undefined);
  });
  afterAll(() => service.stop());

  const rule = { way: 1, speed_factor: 1 };
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  const dateLineRing = [
    [179, 0],
    [-179, 0],
    [-179, 1],
    [179, 0],
  ];
  const polygon = (coordinates: unknown) => ({ type: 'Polygon', coordinates });

  test.each<[string, object, string, string]>([
    ['no expiry', { rules: [] }, '/expires_at', 'missing_field'],
    ['an expiry now', { expires_at: atMinute(0), rules: [] }, '/expires_at', 'out_of_range'],
    ['expiry in years', { expires_at: '2029-01-01', rules: [] }, '/expires_at', 'out_of_range'],
    [
      'an expired rule',
      { rules: [{ ...rule, expires_at: atMinute(-1) }] },
      '/rules/0/expires_at',
      'out_of_range',
    ],
    ['no speed', { rules: [{ way: 1 }] }, '/rules/0', 'missing_field'],
    ['two speeds', { rules: [{ ...rule, kilometers_per_hour: 3 }] }, '/rules/0', 'not_allowed'],
    ['two places', { rules: [{ ...rule, bounding_box: TINY_BOX }] }, '/rules/0', 'not_allowed'],
    [
      'an unknown class',
      { rules: [{ ...rule, road_class: 'lane' }] },
      '/rules/0/road_class',
      'not_allowed',
    ],
    [
      'a window too many',
      { rules: [{ ...rule, windows: [0, 8] }] },
      '/rules/0/windows/1',
      'out_of_range',
    ],
    [
      'a box upside down',
      { rules: [{ speed_factor: 1, bounding_box: { ...TINY_BOX, north: 40 } }] },
      '/rules/0/bounding_box',
      'max_below_min',
    ],
    [
      'a box across the date line',
      { rules: [{ speed_factor: 1, bounding_box: { ...TINY_BOX, east: -9 } }] },
      '/rules/0/bounding_box',
      'max_below_min',
    ],
    [
      'an area that is not closed',
      { rules: [{ speed_factor: 1, area: polygon([[...ring.slice(0, 3), [0, 1]]]) }] },
      '/rules/0/area/coordinates/0',
      'invalid_format',
    ],
    [
      'an area with a hole',
      { rules: [{ speed_factor: 1, area: polygon([ring, ring]) }] },
      '/rules/0/area/coordinates',
      'out_of_range',
    ],
    [
      'latitude first',
      { rules: [{ speed_factor: 1, area: polygon([ring.map(([a = 0, b = 0]) => [a, b + 100])]) }] },
      '/rules/0/area/coordinates/0/0/1',
      'out_of_range',
    ],
    [
      'an area across the date line',
      { rules: [{ speed_factor: 1, area: polygon([dateLineRing]) }] },
      '/rules/0/area/coordinates/0/1/0',
      'out_of_range',
    ],
    [
      'a rule too many',
      { rules: Array.from({ length: 10_001 }, () => rule) },
      '/rules',
      'out_of_range',
    ],
    [
      'a rule for all roads too many',
      { rules: Array.from({ length: 51 }, () => ({ speed_factor: 1 })) },
      '/rules',
      'out_of_range',
    ],
    [
      'an area too many',
      { rules: Array.from({ length: 501 }, () => ({ speed_factor: 1, bounding_box: TINY_BOX })) },
      '/rules',
      'out_of_range',
    ],
    [
      'corners too many',
      {
        rules: Array.from({ length: 6 }, () => ({
          speed_factor: 1,
          area: polygon([[...Array.from({ length: 1_000 }, () => [0, 0]), [0, 0]]]),
        })),
      },
      '/rules',
      'out_of_range',
    ],
  ])('%s', async (_, body, pointer, code) => {
    const sent =
      'expires_at' in body || _ === 'no expiry' ? body : { expires_at: atMinute(60), ...body };
    const answer = await send(service, 'put', sent).expect(400);
    expect(answer.body.errors).toContainEqual({ pointer, code, comment: expect.any(String) });
    expect((await send(service, 'get').expect(200)).body).toEqual({
      ...{ speeds_version: '0.0', in_force: true, changed_at: null },
      ...{ rule_count: 0, rules: [] },
    });
  });

  test('the maximum number of rules is accepted', async () => {
    const rules = Array.from({ length: 10_000 }, (_, idx) => ({ way: idx + 1, speed_factor: 0.9 }));
    const { body } = await put(service, rules);
    expect(body).toMatchObject({ in_force: true, rule_count: 10_000 });
  });
});

describeShared('two processes on one database', (servers) => {
  test('speeds set in one are applied in the other, and a later process has them from the start', async () => {
    const shared = await servers().newBackends();
    const [one, other] = await Promise.all([startOperated(shared), startOperated(shared)]);
    try {
      const before = await look(other);
      const { body } = await put(one, [{ way: 102, speed_factor: 0.5 }]);
      const now = await until(async () => {
        const looked = await look(other);
        return looked.version === body.speeds_version && looked;
      });
      expectTwice(now.b, before.b);
      const later = await startOperated(shared);
      try {
        expect(await look(later)).toEqual(now);
        await send(later, 'delete').expect(200);
      } finally {
        await later.stop();
      }
      for (const service of [one, other]) {
        await until(async () => (await look(service)).version === undefined);
        expect(await look(service)).toEqual(before);
      }
    } finally {
      await one.stop();
      await other.stop();
    }
  });
});
