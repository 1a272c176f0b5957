/** The TypeScript client against a real service: what it chooses, waits for, retries, reports and cancels. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ConnectionError,
  JobEndedError,
  RefusedError,
  createClient,
  type JobStatus,
  type RoutingRequest,
} from '../../sdk/typescript/src/index.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
let server: Server;
let baseUrl: string;
beforeAll(async () => {
  service = await startTestService({ config: { batchThreads: 1 } });
  server = createServer(service.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

const shift = {
  start_location: { latitude: 52.5, longitude: 13.4 },
  start_time: '2026-03-02T08:00:00',
  end_time: '2026-03-02T18:00:00',
};

/** Orders at this number of distinct places. */
const requestOf = (count: number, options: RoutingRequest['options'] = {}): RoutingRequest => ({
  vehicles: [{ vehicle_id: 'v', count: 5, costs: { per_hour: 30 }, shifts: [shift] }],
  orders: Array.from({ length: count }, (_, idx) => ({
    order_id: `o${idx}`,
    location: { latitude: 52.5 + idx / 1000, longitude: 13.4 },
  })),
  options: { max_iterations: 20, geometry: 'none', ...options },
});

type Options = Partial<Parameters<typeof createClient>[0]>;
const clientOf = (options: Options = {}) =>
  createClient({ baseUrl, apiKey: service.apiKey, retry: { pauseMs: 1 }, ...options });
const credits = async (): Promise<number> => (await clientOf().account()).credits;

/** A `fetch` that records the requested paths. */
function noting() {
  const asked: string[] = [];
  const send = (request: Request): Promise<Response> => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return fetch(request);
  };
  return { asked, fetch: send };
}

test('few places are planned synchronously, many become a job, and both have the same form of answer', async () => {
  const { asked, fetch } = noting();
  const small = await clientOf({ fetch }).solve(requestOf(3));
  expect(small).toMatchObject({ status: 'Ok', statistics: { orders_served: 3 } });
  expect(asked).toEqual(['POST /engine/routing/v1/sync']);
  const seen: JobStatus[] = [];
  const large = await clientOf({ fetch }).solve(requestOf(60), {
    onProgress: (status) => seen.push(status),
  });
  expect(large.statistics.orders_served).toBe(60);
  expect(asked.slice(1, 3)).toEqual([
    'POST /engine/routing/v1/async',
    'GET /engine/jobs/v1/events',
  ]);
  expect(seen.at(-1)).toMatchObject({ status: 'Completed', progress: 1 });
});

test('what the service finds too large for a synchronous request becomes a job too', async () => {
  // More shifts than a synchronous request may have.
  const request = requestOf(30);
  const { asked, fetch } = noting();
  const spare = request.vehicles.map((each) => ({ ...each, vehicle_id: 'w', count: 2_001 }));
  const many = { ...request, vehicles: request.vehicles.concat(spare) };
  const plan = await clientOf({ fetch }).solve(many);
  expect(plan.status).toBe('Ok');
  expect(asked[0]).toBe('POST /engine/routing/v1/sync');
  expect(asked).toContain('POST /engine/routing/v1/async');
});

test('a matrix is answered synchronously or as a job', async () => {
  const locations = Array.from({ length: 201 }, (_, idx) => ({
    ...{ location_id: `l${idx}`, latitude: 52 + idx / 1000, longitude: 13 },
  }));
  const at = (count: number) => ({
    locations: locations.slice(0, count),
    vehicle: {},
    weekend: true,
  });
  const small = await clientOf().matrix(at(2));
  expect(small.travel_costs['l0']?.['l1']).toHaveLength(2);
  const { asked, fetch } = noting();
  const large = await clientOf({ fetch }).matrix({ ...at(201), sources: [0] });
  expect(Object.keys(large.travel_costs['l0'] ?? {})).toHaveLength(201);
  expect(asked).toContain('GET /engine/jobs/v1/events');
});

test('a lost answer is requested again and paid once', async () => {
  const before = await credits();
  let lost = 0;
  const lossy = async (request: Request): Promise<Response> => {
    const response = await fetch(request);
    if (lost >= 2 || request.method !== 'POST') return response;
    lost += 1;
    await response.arrayBuffer();
    throw new TypeError('the connection broke');
  };
  const plan = await clientOf({ fetch: lossy }).solve(requestOf(3));
  expect([plan.status, lost]).toEqual(['Ok', 2]);
  // 3 visits and 5 shifts: one credit for each ten or part of it.
  expect(before - (await credits())).toBe(2);
});

test('a rate-limited client waits as long as the service says', async () => {
  const { apiKey } = await service.accounts.createAccount({ name: 'slow', credits: 10 });
  const waits: number[] = [];
  let held = 0;
  const fetchHeld = async (request: Request): Promise<Response> => {
    waits.push(performance.now());
    if (held++ > 0) return fetch(request);
    const body = { code: 'rate_limited', comment: 'Too many.', errors: [] };
    return Response.json(body, { status: 429, headers: { 'retry-after': '1' } });
  };
  const account = await clientOf({ apiKey, fetch: fetchHeld }).account();
  expect(account.credits).toBe(10);
  expect((waits[1] ?? 0) - (waits[0] ?? 0)).toBeGreaterThan(990);
});

test('a client that would have to wait too long fails instead', async () => {
  const { apiKey } = await service.accounts.createAccount({
    ...{ name: 'poor', credits: 100, dailyCreditsMax: 1 },
  });
  const refused = clientOf({ apiKey }).solve(requestOf(3));
  await expect(refused).rejects.toMatchObject({
    ...{ code: 'quota_exceeded', retryAfterSeconds: expect.any(Number) },
  });
});

test('a refusal has its code and its problems, each with a pointer', async () => {
  const request = requestOf(1);
  const wrong = { ...request, orders: request.orders.map((each) => ({ ...each, duration: -1 })) };
  const refused = await clientOf()
    .solve(wrong)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedError);
  expect(refused).toMatchObject({
    code: 'invalid_request',
    problems: [{ pointer: '/orders/0/duration', code: 'out_of_range' }],
  });
});

test('an unreachable service is reported after several attempts', async () => {
  const nowhere = clientOf({
    baseUrl: 'http://127.0.0.1:1',
    retry: { attemptsMax: 2, pauseMs: 1 },
  });
  await expect(nowhere.account()).rejects.toThrow(ConnectionError);
  await expect(nowhere.account()).rejects.toThrow('in 2 attempts');
});

test('without events a job is polled until it ends', async () => {
  const { asked, fetch: send } = noting();
  const withoutEvents = (request: Request): Promise<Response> =>
    request.url.includes('/events')
      ? Promise.resolve(new Response('', { status: 502 }))
      : send(request);
  const client = clientOf({ fetch: withoutEvents, retry: { attemptsMax: 1, pauseMs: 1 } });
  const plan = await client.solve(requestOf(3), { way: 'async' });
  expect(plan.status).toBe('Ok');
  expect(asked).toContain('GET /engine/routing/v1');
});

test('a caller that stops waiting cancels the job', async () => {
  const leave = new AbortController();
  const endless = requestOf(60, { max_iterations: 1e12, time_limit: 600 });
  const waiting = clientOf().solve(endless, {
    signal: leave.signal,
    onProgress: () => leave.abort(new Error('enough')),
  });
  await expect(waiting).rejects.toThrow();
  const [newest] = (await clientOf().jobs({ limit: 1 })).jobs;
  expect(newest?.status).toBe('Cancelled');
});

test('a cancelled job has no result, and says so', async () => {
  const job = await clientOf().submit(requestOf(60, { max_iterations: 1e12, time_limit: 600 }));
  await job.cancel();
  await expect(job.result()).rejects.toThrow(JobEndedError);
  // Cancelling twice is not an error.
  await job.cancel();
  expect((await job.status()).status).toBe('Cancelled');
});

test('prices equal the charges', async () => {
  expect(await clientOf().priceOfPlan(requestOf(11))).toBe(3);
  const locations = [{ location_id: 'a', latitude: 1, longitude: 1 }];
  expect(await clientOf().priceOfMatrix({ locations, vehicle: {} })).toBe(1);
});

test('its version is that of the service', async () => {
  const versionOf = async (path: string): Promise<string> =>
    JSON.parse(await readFile(path, 'utf8')).version;
  expect(await versionOf('sdk/typescript/package.json')).toBe(await versionOf('package.json'));
});

describe('the command line', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'route-engine-cli-'));
    await promisify(execFile)('npx', [
      'tsc',
      '-p',
      'sdk/typescript',
      '--outDir',
      join(folder, 'dist'),
    ]);
    // Packages are resolved from the directory of the program.
    await promisify(execFile)('ln', ['-s', join(process.cwd(), 'node_modules'), folder]);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function routeEngine(...words: string[]) {
    const env = { ...process.env, ROUTE_ENGINE_URL: baseUrl, ROUTE_ENGINE_KEY: service.apiKey };
    const program = [join(folder, 'dist', 'cli', 'main.js'), ...words];
    return promisify(execFile)(process.execPath, program, { env });
  }

  test('plans a table of orders, and prints a timetable or JSON', async () => {
    const orders = join(folder, 'orders.csv');
    await writeFile(
      orders,
      'order_id,latitude,longitude,duration,weight\na,52.51,13.4,300,20\nb,52.52,13.4,300,30\n',
    );
    const words = ['solve', orders, '--depot', '52.5,13.4', '--capacity', 'weight=100'];
    const times = [
      '--start',
      '2026-03-02T08:00',
      '--end',
      '2026-03-02T18:00',
      '--time-limit',
      '0.2',
    ];
    const { stdout } = await routeEngine(...words, ...times, '--format', 'table');
    expect(stdout).toMatch(/^vehicle +# +stop +order/);
    expect(stdout).toContain('Ok: 2 served, 0 unserved, 1 vehicles');
    const json = await routeEngine(...words, ...times);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: 'Ok' });
  });

  test('computes a matrix, lists jobs and shows the usage', async () => {
    const places = join(folder, 'places.csv');
    await writeFile(places, 'location_id,latitude,longitude\na,52.51,13.4\nb,52.52,13.4\n');
    const matrix = await routeEngine('matrix', places, '--format', 'table');
    expect(matrix.stdout).toMatch(/^a +0 m 0 s +\d+ m \d+ s$/m);
    const jobs = await routeEngine('jobs', '--format', 'table');
    expect(jobs.stdout).toMatch(/^job +kind +status/);
    const usage = await routeEngine('usage');
    expect(JSON.parse(usage.stdout)).toMatchObject({ group_by: 'day' });
  });

  test('reports what is wrong with a table, and exits with a code', async () => {
    const wrong = join(folder, 'wrong.csv');
    await writeFile(wrong, 'order_id,latitude,longitude\na,x,13.4\n');
    await expect(routeEngine('solve', wrong, '--depot', '52.5,13.4')).rejects.toMatchObject({
      code: 2,
      stderr: 'Line 2: latitude must be a number, got "x".\n',
    });
  });
});
