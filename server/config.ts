/**
 * The configuration, which is read from the environment once at the start.
 *
 * One error names all invalid variables.
 */
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { ResultsUrlError, parseS3Url, type S3Credentials } from './blobs/index.js';

/** What a process does: answer requests, run jobs, or both. */
export type Role = 'all' | 'api' | 'worker';

/** The database and the bucket that several processes share. */
export type SharedBackends = { databaseUrl: string; resultsUrl: string; s3: S3Credentials };

export type Config = {
  role: Role;
  /** If undefined, this process is standalone and all data is in `dataDir`. */
  shared: SharedBackends | undefined;
  port: number;
  host: string;
  metricsHost: string;
  metricsPort: number;
  dataDir: string;
  mapsDir: string;
  /** Whether the start fails without a road map, instead of serving estimates. */
  mapsRequired: boolean;
  mapsMemoryBytesMax: number;
  /** The path of a native program that holds the roads. If undefined, the WASM module holds them. */
  roadsProgram: string | undefined;
  snapRadiusMeters: number;
  initialApiKey: string | undefined;
  initialCredits: number;
  threads: number;
  searchThreads: number;
  /** Threads for second searches, which run while others are idle. 0 means that there are none. */
  spareSearchThreads: number;
  batchThreads: number;
  jobSecondsMax: number;
  jobsWaitingMax: number;
  /** The limit of waiting jobs in seconds of work. */
  jobSecondsWaitingMax: number;
  /** How many jobs of one account may run at once, in all processes. Undefined means no limit. */
  jobsRunningMax: number | undefined;
  /** How many search threads one account may use at once. Undefined means all. */
  searchThreadsOfAccount: number | undefined;
  requestsAtOnceMax: number;
  unpaidSecondsPerMinute: number;
  /** Days after which paid requests are merged into one row per day. */
  requestsKeptDays: number;
  publicUrl: string | undefined;
  queueLengthMax: number;
  bodyBytesMax: number;
  bodyMemoryBytesMax: number;
  requestsPerMinute: number;
  wrongKeysPerMinute: number;
  answerDeadlineMs: number;
  /** The time from the signal to stop until the port closes. */
  drainMs: number;
  tls: { certFile: string; keyFile: string } | undefined;
  trustProxy: boolean | number | string;
  requireHttps: boolean;
  trafficFile: string | undefined;
  speedsFile: string | undefined;
  profilesFile: string | undefined;
  webhooks: { allowPrivate: boolean; httpsOnly: boolean };
  logLevel: LogLevel;
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names of address ranges that Express knows. */
const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/** The API guarantees an answer, or 504, within 29 s of the arrival of a request. */
const ANSWER_DEADLINE_MS = 29_000;

/** The configuration is invalid. Each fault is a sentence, usually beginning with the name of the variable. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the configuration. Throws `ConfigError` with every fault. An empty variable counts as not set. */
export function readConfig(environment: Environment, role: Role = 'all'): Config {
  const faults: string[] = [];
  const text = (name: string): string | undefined => {
    const value = environment[name]?.trim();
    return value === '' ? undefined : value;
  };
  const integer = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name);
    if (value === undefined) return fallback;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    faults.push(
      `${name} must be a whole number from ${min} to ${max}, got ${JSON.stringify(value)}.`,
    );
    return fallback;
  };
  const flag = (name: string): boolean => {
    const value = text(name)?.toLowerCase();
    if (value === undefined || value === 'false' || value === '0') return false;
    if (value === 'true' || value === '1') return true;
    faults.push(`${name} must be true or false, got ${JSON.stringify(value)}.`);
    return false;
  };

  const processors = availableParallelism();
  const threads = integer('THREADS', Math.max(1, Math.min(processors, 8)), 1, 64);
  const searchThreads = integer('SEARCH_THREADS', threads, 1, 64);
  // Each belongs to a search on one of the search threads, so that more than half of their number would never be busy.
  const spareThreads = Math.min(Math.floor(searchThreads / 2), processors - 1);
  const roadsProgram = text('ROADS_PROGRAM');
  // A WebAssembly memory is limited to 4 GiB; a native program is limited only by the machine.
  const mapsMemoryBytesMax = roadsProgram === undefined ? 4_000_000_000 : 1e12;
  const config: Config = {
    role,
    shared: readShared(text, faults),
    port: integer('PORT', 8080, 0, 65_535),
    host: text('HOST') ?? '127.0.0.1',
    // Metrics need no key, so they have a host of their own and are not exposed together with the service.
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    metricsPort: integer('METRICS_PORT', 9464, 0, 65_535),
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    mapsDir: resolve(text('MAPS_DIR') ?? 'maps'),
    mapsRequired: flag('MAPS_REQUIRED'),
    mapsMemoryBytesMax: integer('MAPS_MEMORY_BYTES', 3_500_000_000, 1_000_000, mapsMemoryBytesMax),
    roadsProgram: roadsProgram === undefined ? undefined : resolve(roadsProgram),
    snapRadiusMeters: integer('SNAP_RADIUS_METERS', 5_000, 1, 100_000),
    initialApiKey: readInitialKey(text('INITIAL_API_KEY'), faults),
    initialCredits: integer('INITIAL_CREDITS', 100_000, 0, 1e12),
    threads,
    searchThreads,
    spareSearchThreads: integer('SPARE_SEARCH_THREADS', spareThreads, 0, searchThreads - 1),
    searchThreadsOfAccount:
      text('SEARCH_THREADS_OF_ACCOUNT') === undefined
        ? undefined
        : integer('SEARCH_THREADS_OF_ACCOUNT', 1, 1, searchThreads),
    unpaidSecondsPerMinute: integer('UNPAID_SECONDS_PER_MINUTE', 30, 1, 100_000),
    requestsKeptDays: integer('REQUESTS_KEPT_DAYS', 400, 35, 36_500),
    requestsAtOnceMax: integer('REQUESTS_AT_ONCE_MAX', 100, 1, 100_000),
    batchThreads: integer('BATCH_THREADS', Math.max(1, Math.floor(threads / 2)), 1, 64),
    jobSecondsMax: integer('JOB_SECONDS_MAX', 3_600, 1, 3_600),
    jobsWaitingMax: integer('JOBS_WAITING_MAX', 1_000, 1, 1_000_000),
    jobSecondsWaitingMax: integer('JOB_SECONDS_WAITING_MAX', 360_000, 1, 1e9),
    jobsRunningMax:
      text('JOBS_RUNNING_MAX') === undefined
        ? undefined
        : integer('JOBS_RUNNING_MAX', 1, 1, 100_000),
    publicUrl: readPublicUrl(text('PUBLIC_URL'), faults),
    queueLengthMax: integer('QUEUE_LENGTH_MAX', 200, 0, 100_000),
    bodyBytesMax: integer('MAX_BODY_BYTES', 25_000_000, 1_000, 1_000_000_000),
    bodyMemoryBytesMax: integer('BODY_MEMORY_BYTES', 250_000_000, 2_000, 1e12),
    requestsPerMinute: integer('REQUESTS_PER_MINUTE', 6_000, 1, 1e9),
    wrongKeysPerMinute: integer('WRONG_KEYS_PER_MINUTE', 60, 1, 1e9),
    answerDeadlineMs: ANSWER_DEADLINE_MS,
    drainMs: integer('DRAIN_SECONDS', 5, 0, 300) * 1000,
    tls: readTls(text('TLS_CERT'), text('TLS_KEY'), faults),
    trustProxy: readTrustProxy(text('TRUST_PROXY'), faults),
    requireHttps: flag('REQUIRE_HTTPS'),
    trafficFile: text('TRAFFIC_FILE'),
    speedsFile: text('SPEEDS_FILE'),
    profilesFile: text('PROFILES_FILE'),
    webhooks: {
      allowPrivate: flag('WEBHOOKS_ALLOW_PRIVATE'),
      httpsOnly: flag('WEBHOOKS_HTTPS_ONLY'),
    },
    logLevel: readLogLevel(text('LOG_LEVEL'), faults),
  };
  if (config.requireHttps && config.tls === undefined && config.trustProxy === false) {
    faults.push(
      'REQUIRE_HTTPS requires TLS_CERT and TLS_KEY, or TRUST_PROXY for a proxy that terminates TLS; otherwise every request would be refused.',
    );
  }
  if (role !== 'all' && config.shared === undefined) {
    faults.push(
      `DATABASE_URL and RESULTS_URL are missing: ${role} processes share data with others through them. "npm start" needs neither.`,
    );
  }
  if (config.bodyMemoryBytesMax < 2 * config.bodyBytesMax) {
    faults.push(
      `BODY_MEMORY_BYTES must be at least twice MAX_BODY_BYTES, got ${config.bodyMemoryBytesMax} and ${config.bodyBytesMax}.`,
    );
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function readInitialKey(value: string | undefined, faults: string[]): string | undefined {
  if (value !== undefined && !/^[\x21-\x7e]{16,256}$/.test(value)) {
    faults.push('INITIAL_API_KEY must have 16 to 256 visible ASCII characters.');
  }
  return value;
}

function readTls(
  certFile: string | undefined,
  keyFile: string | undefined,
  faults: string[],
): Config['tls'] {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) faults.push('TLS_CERT is missing; TLS_KEY requires it.');
  if (keyFile === undefined) faults.push('TLS_KEY is missing; TLS_CERT requires it.');
  return certFile === undefined || keyFile === undefined ? undefined : { certFile, keyFile };
}

/** Reads `true`, `false`, a number of hops, or a list of addresses and subnets, in the format of Express. */
function readTrustProxy(value: string | undefined, faults: string[]): boolean | number | string {
  if (value === undefined || value === 'false' || value === '0') return false;
  if (value === 'true') return true;
  if (/^\d+$/.test(value)) return Number(value);
  for (const entry of value.split(',').map((each) => each.trim())) {
    const [address = '', prefix = '0', ...rest] = entry.split('/');
    const bitsMax = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const isAddress = /^\d{1,3}$/.test(prefix) && Number(prefix) <= bitsMax && rest.length === 0;
    if (isAddress || PROXY_RANGES.includes(entry)) continue;
    faults.push(
      `TRUST_PROXY must be true, false, a count of proxies, or a list of addresses, subnets and ${PROXY_RANGES.join(', ')}, got ${JSON.stringify(entry)}.`,
    );
  }
  return value;
}

/**
 * Reads the shared backends: both or neither. If the processes shared the database but not the results, each could read
 * only the results that it computed itself.
 */
function readShared(
  text: (name: string) => string | undefined,
  faults: string[],
): SharedBackends | undefined {
  const names = ['DATABASE_URL', 'RESULTS_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const [databaseUrl, resultsUrl, accessKeyId, secretAccessKey] = names.map(text);
  if (databaseUrl === undefined && resultsUrl === undefined) return undefined;
  const missing = names.filter((name) => text(name) === undefined);
  for (const name of missing) {
    const configured = databaseUrl === undefined ? 'RESULTS_URL' : 'DATABASE_URL';
    faults.push(`${name} is missing; ${configured} requires it.`);
  }
  if (databaseUrl !== undefined && !isPostgresUrl(databaseUrl)) {
    // The value is not shown, because it may contain a password.
    faults.push(
      'DATABASE_URL must be like postgres://user:password@host:5432/database, with / as %2F, # as %23 and ? as %3F in user and password.',
    );
  }
  if (resultsUrl !== undefined) {
    try {
      parseS3Url(resultsUrl);
    } catch (error) {
      if (!(error instanceof ResultsUrlError)) throw error;
      faults.push(...error.faults);
    }
  }
  return {
    databaseUrl: verifyingTls(databaseUrl ?? ''),
    resultsUrl: resultsUrl ?? '',
    s3: { accessKeyId: accessKeyId ?? '', secretAccessKey: secretAccessKey ?? '' },
  };
}

/**
 * Returns whether the text is the URL of a PostgreSQL database. If a password contains an unencoded slash, # or ?, the
 * host would end there, and the real host and its @ would become part of the path, query or hash.
 */
function isPostgresUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:\/\//.test(text)) return false;
  const isWhole = !`${url.pathname}${url.search}${url.hash}`.includes('@');
  return isWhole && url.hash === '';
}

/**
 * Returns the URL with the modes that libpq does not verify, or not completely, replaced by the one that does: an
 * unverified certificate does not protect against an attacker. The driver does so too, but warns that it will stop.
 */
function verifyingTls(url: string): string {
  return url.replace(/([?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** Reads scheme, host and port, to which links append their paths. */
function readPublicUrl(value: string | undefined, faults: string[]): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isAlone = url?.origin === value.replace(/\/$/, '');
  if (isAlone && /^https?:$/.test(url.protocol)) return url.origin;
  faults.push(
    `PUBLIC_URL must be http:// or https:// with a host and no path, got ${JSON.stringify(value)}.`,
  );
  return undefined;
}

function readLogLevel(value: string | undefined, faults: string[]): LogLevel {
  if (value === undefined) return 'info';
  const known = LOG_LEVELS.find((level) => level === value);
  if (known === undefined) {
    faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, got ${JSON.stringify(value)}.`);
  }
  return known ?? 'info';
}
