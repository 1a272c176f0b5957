/** Starts that fail report one sentence with the path; a stop is visible to load balancers. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { endProcesses, newFolder, outputOf, run, start } from '../support/process.js';
import { until } from '../support/until.js';

afterEach(endProcesses);

/** The sentence of a failed start, printed below the line that the configuration is not valid. */
async function sentenceOf(environment: Record<string, string>): Promise<string> {
  const service = run(environment);
  expect(await service.ended).toBe(1);
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('{'));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toBe('The configuration is not valid:');
  return lines[1]?.trim() ?? '';
}

test('until the port closes, requests are refused as shutting_down and the readiness check fails', async () => {
  const service = await start({
    DATA_DIR: newFolder(),
    INITIAL_API_KEY: 'an-initial-key-0123456789',
    // The test ends it with a second signal.
    DRAIN_SECONDS: '300',
  });
  service.child.kill('SIGTERM');
  const ready = await until(async () => {
    // Each request uses its own connection.
    const answer = await fetch(`${service.url}/engine/health/ready`, {
      headers: { connection: 'close' },
    });
    return answer.status === 503 && (await answer.json());
  });
  expect(ready.not_ready).toContain('shutting_down');
  const refused = await fetch(`${service.url}/engine/account/v1/`, {
    headers: { 'x-api-key': 'an-initial-key-0123456789' },
  });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect((await refused.json()).code).toBe('shutting_down');
  expect((await fetch(`${service.url}/engine/health/live`)).status).toBe(200);
});

test('after the drain time the process exits with 0', async () => {
  const service = await start({ DATA_DIR: newFolder(), DRAIN_SECONDS: '1' });
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});

/** The log line of a stop that has waited for requests for as long as it may. */
const GIVEN_UP = 'requests are still under way';

/** Opens a connection and sends the text. */
async function open(port: number, text: string) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

test.each([
  ['HTTP', {}],
  ['HTTPS', { TLS_CERT: 'test/fixtures/tls/cert.pem', TLS_KEY: 'test/fixtures/tls/key.pem' }],
])('connections without a request do not delay a stop: %s', async (_, tls) => {
  const service = await start({ DATA_DIR: newFolder(), ...tls });
  const [, metrics = ''] = await outputOf(service, /"metrics":"http:\/\/[^"]*:(\d+)\//);
  const ports = [Number(new URL(service.url).port), Number(metrics)];
  const sockets = await Promise.all(
    ports.flatMap((port) => [
      open(port, ''),
      open(port, 'GET / HTTP/1.1\r\nhost:'),
      // Answered, on the port with TLS by closing the connection.
      open(port, 'GET /engine/health/live HTTP/1.1\r\nhost: x\r\n\r\n'),
    ]),
  );
  const [answered] = await once(sockets.at(-1) ?? service.child, 'data');
  expect(String(answered)).toMatch(/^HTTP\/1.1 200/);
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(service.output()).not.toContain(GIVEN_UP);
  for (const socket of sockets) socket.destroy();
});

test('SIGTERM during a plan: the plan is searched to its end, answered and charged before the process exits', async () => {
  const apiKey = 'an-initial-key-0123456789';
  const service = await start({ DATA_DIR: newFolder(), INITIAL_API_KEY: apiKey });
  const [, metrics = ''] = await outputOf(service, /"metrics":"([^"]+)"/);
  const body = JSON.stringify({
    ...ROUTING_EXAMPLE,
    options: { max_iterations: 1e12, time_limit: 5 },
  });
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
  const url = `${service.url}/engine/routing/v1/sync`;
  const answered = fetch(url, { method: 'POST', headers, body });
  await until(async () => {
    const text = await (await fetch(metrics)).text();
    return /^route_engine_pool_tasks_running\{pool="search"\} 1$/m.test(text);
  });
  service.child.kill('SIGTERM');
  const answer = await answered;
  expect(answer.status).toBe(200);
  const { statistics } = await answer.json();
  expect(statistics.search.duration).toBeGreaterThanOrEqual(5);
  expect(Number(answer.headers.get('x-credits-charged'))).toBeGreaterThan(0);
  expect(await service.ended).toBe(0);
  expect(service.output()).not.toContain(GIVEN_UP);
});

test('a second process on the same data directory is refused, and may start after the first was killed', async () => {
  const DATA_DIR = newFolder();
  const first = await start({ DATA_DIR });
  expect(await sentenceOf({ DATA_DIR })).toBe(
    `DATA_DIR: another process of the service works in ${DATA_DIR}; stop that one first, or give this one a directory of its own.`,
  );
  first.child.kill('SIGKILL');
  await first.ended;
  await start({ DATA_DIR });
});

test.each([
  ['HOST', 'PORT'],
  ['METRICS_HOST', 'METRICS_PORT'],
] as const)(
  'an address given by %s and %s on which the service cannot listen is reported',
  async (hostOf, portOf) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await sentenceOf({ DATA_DIR: newFolder(), [portOf]: String(port) })).toMatch(
      new RegExp(
        `^${portOf}: another process listens on 127\\.0\\.0\\.1:${port}; stop that process, .* \\(.*\\)\\.$`,
      ),
    );
    other.close();
    // An address reserved for documentation, which no machine has.
    expect(await sentenceOf({ DATA_DIR: newFolder(), [hostOf]: '192.0.2.1' })).toMatch(
      new RegExp(`^${hostOf}: this machine has no address 192\\.0\\.2\\.1; `),
    );
    expect(await sentenceOf({ DATA_DIR: newFolder(), [hostOf]: 'nowhere.invalid' })).toMatch(
      new RegExp(`^${hostOf}: there is no host nowhere\\.invalid; `),
    );
  },
);

test('a misspelled variable is named beside the variable that is missing', async () => {
  const service = run({
    RESULTS_URL: 's3://results?endpoint=http://127.0.0.1:1',
    DATABASEURL: 'x',
  });
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(
    /DATABASE_URL is missing(.*\n)+ {2}DATABASEURL is not known and is left out; is DATABASE_URL meant\?\n/,
  );
});

test('a misspelled variable is named at the start', async () => {
  const service = run({ DATA_DIR: newFolder(), SERCH_THREADS: '1' });
  await outputOf(service, /"variable":"SERCH_THREADS","meant":"SEARCH_THREADS"/);
});

test('a data directory that is a file is reported', async () => {
  const path = join(newFolder(), 'file');
  writeFileSync(path, '');
  expect(await sentenceOf({ DATA_DIR: path })).toMatch(
    /^DATA_DIR: .*\/file is a file or lies below one; give the path of a directory \(.*\)\.$/,
  );
});

test('a data directory behind a broken link is reported', async () => {
  const folder = newFolder();
  const link = join(folder, 'link');
  symlinkSync(join(folder, 'nowhere'), link);
  for (const DATA_DIR of [link, join(link, 'below')]) {
    expect(await sentenceOf({ DATA_DIR })).toMatch(
      /^DATA_DIR: .*\/link.* does not exist and cannot be created; mount its disk, .* \(.*\)\.$/,
    );
  }
});

const [testProc, because] = existsSync('/proc/self')
  ? [test, '']
  : [test.skip, ', left out: the system has no /proc'];

testProc(`a data directory that cannot be created is reported${because}`, async () => {
  // Here, `mkdirSync` with `recursive` never returns.
  expect(await sentenceOf({ DATA_DIR: '/proc/route-engine/data' })).toMatch(
    /^DATA_DIR: \/proc\/route-engine\/data does not exist and cannot be created; /,
  );
});

/** A user that owns nothing. A process of root may write everywhere. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const [testOther, without] =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--check', 'dist/programs/main.js'], NOBODY).status === 0
    ? [test, '']
    : [test.skip, ', left out: this needs the right to start a process of another user'];

testOther(`a data directory of another user is reported${without}`, async () => {
  const DATA_DIR = newFolder();
  const service = run({ DATA_DIR }, undefined, NOBODY);
  expect(await service.ended).toBe(1);
  expect(service.output()).toMatch(
    /^The configuration is not valid:\n {2}DATA_DIR: .* cannot be written by the user that runs the service; change its owner or its mode \(.*\)\.\n$/,
  );
});

test('a database file that is a directory is reported', async () => {
  const DATA_DIR = newFolder();
  mkdirSync(join(DATA_DIR, 'route-engine.db'));
  expect(await sentenceOf({ DATA_DIR })).toMatch(
    /^DATA_DIR: a file of the service in .* is a directory; move the directory elsewhere \(.*route-engine\.db'\)\.$/,
  );
});

test('a database file that is not a database is reported', async () => {
  const DATA_DIR = newFolder();
  writeFileSync(join(DATA_DIR, 'route-engine.db'), 'not a database at all'.repeat(1000));
  expect(await sentenceOf({ DATA_DIR })).toMatch(
    /^DATA_DIR: the database .*\/route-engine\.db is damaged; put a backup in its place, .*\)\.$/,
  );
});

test.each(['missing', 'empty'])(
  'a database that is %s beside results of earlier runs',
  async (how) => {
    const DATA_DIR = newFolder();
    const first = await start({ DATA_DIR, DRAIN_SECONDS: '0' });
    first.child.kill('SIGTERM');
    await first.ended;
    const database = join(DATA_DIR, 'route-engine.db');
    if (how === 'empty') writeFileSync(database, '');
    else rmSync(database);
    expect(await sentenceOf({ DATA_DIR })).toMatch(
      /^DATA_DIR: the database .* is missing or empty, though results of earlier runs lie in .*\.$/,
    );
    rmSync(join(DATA_DIR, 'results'), { recursive: true });
    await start({ DATA_DIR });
  },
);

test('an invalid certificate is reported', async () => {
  const folder = newFolder();
  const [TLS_CERT, TLS_KEY] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  for (const file of [TLS_CERT, TLS_KEY]) writeFileSync(file, 'garbage');
  expect(await sentenceOf({ DATA_DIR: newFolder(), TLS_CERT, TLS_KEY })).toMatch(
    new RegExp(`^TLS_CERT and TLS_KEY: ${TLS_CERT} and ${TLS_KEY} are not a certificate chain`),
  );
});

test.each([
  [
    'a directory that is not there',
    () => join(newFolder(), 'nowhere'),
    'there is no such directory; is its disk mounted?',
  ],
  ['an empty one', newFolder, 'it contains no road map and no extract.'],
])('a road map that is required, and %s', async (_, folder, sentence) => {
  const MAPS_DIR = folder();
  const environment = { DATA_DIR: newFolder(), MAPS_DIR, MAPS_REQUIRED: 'true' };
  expect(await sentenceOf(environment)).toBe(
    `MAPS_DIR: ${MAPS_DIR}, and MAPS_REQUIRED: ${sentence}`,
  );
});
