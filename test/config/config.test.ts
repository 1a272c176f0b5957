/** The environment is read once, and all invalid variables are reported together. */
import { describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig, type Role } from '../../server/config.js';
import { misspelledVariables } from '../../server/misspelled-variables.js';

function faultsOf(environment: Record<string, string>, role?: Role): readonly string[] {
  try {
    readConfig(environment, role);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(' ')[0] ?? '');
    throw error;
  }
  return [];
}

test('without variables, the configuration is a service on loopback', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    bodyBytesMax: 25_000_000,
    bodyMemoryBytesMax: 250_000_000,
    answerDeadlineMs: 29_000,
    requireHttps: false,
    webhooks: { allowPrivate: false, httpsOnly: false },
    trustProxy: false,
    logLevel: 'info',
  });
});

test.each([
  ['1', []],
  ['3600', []],
  ['0', ['JOB_SECONDS_MAX']],
  ['3601', ['JOB_SECONDS_MAX']],
])('jobs may search for 1 to 3,600 s: %s', (seconds, faults) => {
  expect(faultsOf({ JOB_SECONDS_MAX: seconds })).toEqual(faults);
});

test.each([
  ['4', '0', []],
  ['4', '3', []],
  ['4', '4', ['SPARE_SEARCH_THREADS']],
  ['1', '1', ['SPARE_SEARCH_THREADS']],
])('of %s search threads, one at least has a search to add to: %s', (search, spare, faults) => {
  const environment = { SEARCH_THREADS: search, SPARE_SEARCH_THREADS: spare };
  expect(faultsOf(environment)).toEqual(faults);
});

test('a single search thread has no second searches', () => {
  expect(readConfig({ SEARCH_THREADS: '1' }).spareSearchThreads).toBe(0);
});

test('misspelled variables are reported with the names that they resemble', () => {
  const environment = {
    SERCH_THREADS: '2',
    MAX_BODYBYTES: '1',
    BODY_MAX_BYTES: '1',
    WEBHOOKS_ALLOW_PRIVAT: '1',
    MAPS_FOLDER: 'maps',
    threads: '4',
    // Variables of ours, and those of other programs.
    THREADS: '4',
    HOME: '/root',
    HOSTNAME: 'x',
    POST: '1',
    PATH: '/bin',
    LOGNAME: 'x',
    AWS_SESSION_TOKEN: 'x',
    npm_config_cache: 'x',
  };
  const found = misspelledVariables(environment).map(({ name, meant }) => [name, meant]);
  expect(found).toEqual([
    ['SERCH_THREADS', 'SEARCH_THREADS'],
    ['MAX_BODYBYTES', 'MAX_BODY_BYTES'],
    ['BODY_MAX_BYTES', 'MAX_BODY_BYTES'],
    ['WEBHOOKS_ALLOW_PRIVAT', 'WEBHOOKS_ALLOW_PRIVATE'],
    ['MAPS_FOLDER', 'MAPS_DIR'],
    ['threads', 'THREADS'],
  ]);
});

test('every invalid variable is named in one error', () => {
  expect(
    faultsOf({
      PORT: '70000',
      METRICS_PORT: '-1',
      THREADS: '0',
      MAPS_MEMORY_BYTES: '999999',
      SNAP_RADIUS_METERS: '0',
      MAX_BODY_BYTES: '25MB',
      INITIAL_CREDITS: '1.5',
      INITIAL_API_KEY: 'short',
      REQUIRE_HTTPS: 'maybe',
      TLS_KEY: 'key.pem',
      LOG_LEVEL: 'loud',
    }).toSorted(),
  ).toEqual([
    'INITIAL_API_KEY',
    'INITIAL_CREDITS',
    'LOG_LEVEL',
    'MAPS_MEMORY_BYTES',
    'MAX_BODY_BYTES',
    'METRICS_PORT',
    'PORT',
    'REQUIRE_HTTPS',
    'SNAP_RADIUS_METERS',
    'THREADS',
    'TLS_CERT',
  ]);
});

test.each([
  ['0', false],
  ['1', true],
  ['100000', true],
  ['100001', false],
  ['2.5', false],
])('SNAP_RADIUS_METERS=%s is valid: %s', (value, isRight) => {
  expect(faultsOf({ SNAP_RADIUS_METERS: value })).toEqual(isRight ? [] : ['SNAP_RADIUS_METERS']);
});

test.each([
  ['999999', false],
  ['1000000', true],
  // A WebAssembly memory has 4 GiB, and requests need some of it.
  ['4000000000', true],
  ['4000000001', false],
])('MAPS_MEMORY_BYTES=%s is valid: %s', (value, isRight) => {
  expect(faultsOf({ MAPS_MEMORY_BYTES: value })).toEqual(isRight ? [] : ['MAPS_MEMORY_BYTES']);
});

test.each([
  ['4000000001', true],
  ['1000000000000', true],
  ['1000000000001', false],
])('with ROADS_PROGRAM, MAPS_MEMORY_BYTES=%s is valid: %s', (value, isRight) => {
  const faults = faultsOf({ MAPS_MEMORY_BYTES: value, ROADS_PROGRAM: 'target/release/cli' });
  expect(faults).toEqual(isRight ? [] : ['MAPS_MEMORY_BYTES']);
});

test.each(['PUBLIC_URL', 'BATCH_THREADS'])('%s=x is refused', (name) => {
  expect(faultsOf({ [name]: 'x' })).toEqual([name]);
});

describe('shared stores', () => {
  const shared = {
    DATABASE_URL: 'postgres://user:password@db/route_engine',
    RESULTS_URL: 's3://results',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  };

  test('are configured completely or not at all', () => {
    expect(faultsOf(shared)).toEqual([]);
    expect(faultsOf({ ...shared, DATABASE_URL: '' })).toEqual(['DATABASE_URL']);
    expect(faultsOf({ DATABASE_URL: shared.DATABASE_URL })).toEqual([
      'RESULTS_URL',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
    ]);
  });

  test('are required by api and worker processes', () => {
    expect(faultsOf({}, 'worker')).toEqual(['DATABASE_URL']);
    expect(faultsOf({}, 'api')).toEqual(['DATABASE_URL']);
    expect(faultsOf(shared, 'worker')).toEqual([]);
  });

  test.each(['a/b', '1/2', 'a#b', '1#b', 'a?b', '1?b', 'a@b'])(
    'a password %s does not silently truncate a URL',
    (password) => {
      const faults = (it: string) =>
        faultsOf({ ...shared, DATABASE_URL: `postgres://user:${it}@db/route_engine` });
      expect(faults(encodeURIComponent(password))).toEqual([]);
      // The last @ precedes the host, so an @ in a password does no harm.
      expect(faults(password)).toEqual(password === 'a@b' ? [] : ['DATABASE_URL']);
    },
  );

  test('are shown without their passwords', () => {
    const wrong = { ...shared, DATABASE_URL: 'mysql://user:hunter2@db/route_engine' };
    expect(() => readConfig(wrong)).toThrow(/^(?!.*hunter2).*DATABASE_URL/s);
    expect(faultsOf({ ...shared, RESULTS_URL: 's3://B?endpoint=x&y=z' })).toEqual([
      'RESULTS_URL:',
      'RESULTS_URL:',
      'RESULTS_URL:',
    ]);
  });
});

test.each(['yes', '10.0.0.0/99', '10.0.0.0/8/8', '10.0.0', 'loopback,'])(
  'TRUST_PROXY=%s is refused',
  (value) => {
    expect(faultsOf({ TRUST_PROXY: value })).toEqual(['TRUST_PROXY']);
  },
);

test('REQUIRE_HTTPS without a way to serve HTTPS is refused', () => {
  expect(faultsOf({ REQUIRE_HTTPS: 'true' })).toEqual(['REQUIRE_HTTPS']);
  expect(faultsOf({ REQUIRE_HTTPS: 'true', TRUST_PROXY: '1' })).toEqual([]);
  expect(faultsOf({ REQUIRE_HTTPS: '1', TLS_CERT: 'a', TLS_KEY: 'b' })).toEqual([]);
});

test.each([
  ['', false],
  ['false', false],
  ['0', false],
  ['true', true],
  ['2', 2],
  ['10.0.0.0/8, loopback', '10.0.0.0/8, loopback'],
])('TRUST_PROXY=%j is %j', (value, expected) => {
  expect(readConfig({ TRUST_PROXY: value }).trustProxy).toBe(expected);
});

test('BODY_MEMORY_BYTES must hold two bodies of the maximum size', () => {
  const limits = { MAX_BODY_BYTES: '1000', BODY_MEMORY_BYTES: '2000' };
  expect(faultsOf(limits)).toEqual([]);
  expect(faultsOf({ ...limits, MAX_BODY_BYTES: '1001' })).toEqual(['BODY_MEMORY_BYTES']);
});
