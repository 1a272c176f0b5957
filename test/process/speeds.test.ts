/** `SIGHUP` to the process of `npm start` applies new speeds without a restart, or logs an error and keeps the old. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from '@jest/globals';
import { compiledFile } from '../support/compiled.js';
import { endProcesses, newFolder, outputOf, run, start } from '../support/process.js';
import { TINY_LOCATIONS, writeTinyExtract } from '../support/tiny-map.js';
import { until } from '../support/until.js';

afterEach(endProcesses);

const API_KEY = 'an-initial-key-0123456789';

type Setup = { environment: Record<string, string>; write: (rules: string) => void };

function setUp(): Setup {
  const folder = newFolder();
  const speedsFile = join(folder, 'speeds.json');
  const write = (rules: string): void => writeFileSync(speedsFile, `{"rules":${rules}}`);
  write('[]');
  const environment = {
    DATA_DIR: folder,
    MAPS_DIR: folder,
    INITIAL_API_KEY: API_KEY,
    SPEEDS_FILE: speedsFile,
  };
  return { environment, write };
}

/** Seconds in the window of the whole day, along way 102. */
async function weekendSeconds(url: string): Promise<number> {
  const response = await fetch(`${url}/engine/matrix/v1/`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ locations: TINY_LOCATIONS, vehicle: {}, weekend: true }),
  });
  const answer: any = await response.json();
  expect(answer).toMatchObject({ travel_costs: expect.anything() });
  return answer.travel_costs['b.near']['b.far'][1];
}

test('SIGHUP applies new speeds without a restart, and an invalid file changes nothing', async () => {
  const { environment, write } = setUp();
  writeTinyExtract(environment['MAPS_DIR'] ?? '');
  const service = await start(environment);
  const before = await weekendSeconds(service.url);

  write('[{"way":102,"speed_factor":0.5}]');
  service.child.kill('SIGHUP');
  await outputOf(service, /"windows":8,"rules":1,"ms":\d+,"msg":"new speeds are applied"/);
  const halved = await weekendSeconds(service.url);
  // Half the speed doubles the time; both numbers are rounded to a second.
  expect(Math.abs(halved - 2 * before)).toBeLessThanOrEqual(2);

  write('[{"way":102,"speed_factor":0},{"windows":[8],"speed_factor":1}]');
  service.child.kill('SIGHUP');
  const [line] = await outputOf(service, /.*"msg":"new speeds were refused.*/);
  expect(JSON.parse(line).faults).toEqual([
    expect.stringMatching('SPEEDS_FILE: /rules/0/speed_factor'),
    expect.stringMatching('SPEEDS_FILE: /rules/1/windows/0'),
  ]);
  expect(await weekendSeconds(service.url)).toBe(halved);

  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

test('SIGHUP during the start is handled after the start', async () => {
  const { environment } = setUp();
  const service = run({ ...environment, LOG_LEVEL: 'info' });
  // The handler is installed when the database exists: before that, no part of the service runs.
  const database = join(environment['DATA_DIR'] ?? '', 'route-engine.db');
  await until(() => existsSync(database));
  service.child.kill('SIGHUP');
  await outputOf(service, /"msg":"listening"[^]*"msg":"new speeds are applied"/);
});

test('without maps and without a speeds file, SIGHUP reads the traffic file again', async () => {
  const folder = newFolder();
  const trafficFile = join(folder, 'traffic.json');
  const traffic = JSON.parse(readFileSync('server/travel/traffic.json', 'utf8'));
  writeFileSync(trafficFile, JSON.stringify(traffic));
  const service = await start({
    DATA_DIR: folder,
    INITIAL_API_KEY: API_KEY,
    TRAFFIC_FILE: trafficFile,
  });
  const before = await weekendSeconds(service.url);
  for (const road of Object.keys(traffic.weekend_speed_factors)) {
    traffic.weekend_speed_factors[road] /= 2;
  }
  writeFileSync(trafficFile, JSON.stringify(traffic));
  service.child.kill('SIGHUP');
  await outputOf(service, /"rules":0,"ms":\d+,"msg":"new speeds are applied"/);
  expect(Math.abs((await weekendSeconds(service.url)) - 2 * before)).toBeLessThanOrEqual(2);
});

/** Done as by an operator, while the service runs. */
function addOperatorKey(environment: Record<string, string>): string {
  const command = fileURLToPath(compiledFile('scripts/account'));
  const account = (...words: string[]): string =>
    execFileSync(process.execPath, [command, ...words], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
  const [accountId = ''] = account('list').split(' ');
  const added = account('add-key', accountId, '--label', 'traffic feed', '--operator');
  expect(account('list')).toMatch(/ {2}traffic feed {2}operator$/m);
  return /^key +(\S+)$/m.exec(added)?.[1] ?? '';
}

test('live speeds survive the process, and are gone once they are removed', async () => {
  const { environment } = setUp();
  writeTinyExtract(environment['MAPS_DIR'] ?? '');
  const first = await start(environment);
  const before = await weekendSeconds(first.url);
  const operatorKey = addOperatorKey(environment);
  const change = async (url: string, method: 'PUT' | 'DELETE', body?: object): Promise<object> => {
    const response = await fetch(`${url}/engine/speeds/v1/`, {
      method,
      headers: { 'x-api-key': operatorKey, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as object;
  };
  const rules = [{ way: 102, speed_factor: 0.5 }];
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await change(first.url, 'PUT', { expires_at: tomorrow, rules })).toMatchObject({
    ...{ speeds_version: '1.0', in_force: true, rule_count: 1 },
  });
  const halved = await weekendSeconds(first.url);
  expect(Math.abs(halved - 2 * before)).toBeLessThanOrEqual(2);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const second = await start(environment);
  expect(await weekendSeconds(second.url)).toBe(halved);
  expect(await change(second.url, 'DELETE')).toMatchObject({
    speeds_version: '2.0',
    rule_count: 0,
  });
  expect(await weekendSeconds(second.url)).toBe(before);
});
