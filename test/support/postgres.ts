/**
 * A Postgres server for tests. It has its own data directory, is reached through a Unix socket in it, and is removed
 * after the test.
 *
 * It needs an installed server program (Debian's postgresql package, without a cluster). Postgres refuses to run as
 * root; as root, tests start it as the user `postgres`, which the package creates.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type PostgresServer = {
  /** Creates an empty database and returns its URL. */
  newDatabase(): Promise<string>;
  /** Returns the URL of the same database over TCP and TLS. Only of a server that has a certificate. */
  tlsUrlOf(databaseUrl: string): string;
  /** The path of the socket, for tests that put a proxy in between. */
  readonly socketFile: string;
  /** Crashes the server and starts it again. Resolves when it accepts connections. */
  crashAndRestart(): Promise<void>;
  /** Stops or continues all processes of the server, which simulates a hanging disk. Linux only. */
  freeze(): void;
  thaw(): void;
  crash(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const START_MS_MAX = 60_000;
/** Without a port, it is part of the name of the socket. */
const DEFAULT_PORT = 5432;

/** The folder of the newest installed server programs, or null if there are none. */
const PROGRAMS = serverPrograms();

/** The reason why no server can be started, or null if one can. */
export const POSTGRES_MISSING =
  PROGRAMS === null ? 'no Postgres server program is installed (Debian: postgresql)' : null;

/** The paths of a certificate and its private key. */
export type Certificate = { cert: string; key: string };

/** With a certificate, the server also listens on a port of the loopback interface, with TLS. */
export async function startPostgres(certificate?: Certificate): Promise<PostgresServer> {
  if (PROGRAMS === null) throw new Error(POSTGRES_MISSING ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'route-engine-postgres-'));
  const dataDir = join(folder, 'data');
  // The user needs access to the parent folders, too.
  if (isRoot()) execFileSync('chown', ['postgres', folder]);
  const [initdb, ...initdbWords] = [
    ...asServerUser(),
    join(PROGRAMS, 'initdb'),
    ...['--pgdata', dataDir, '--username', 'route_engine', '--auth', 'trust', '--no-sync'],
    ...['--encoding', 'UTF8', '--no-locale'],
  ];
  execFileSync(initdb ?? '', initdbWords, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

  const port = certificate === undefined ? DEFAULT_PORT : await freePort();
  const urlOf = (database: string): string =>
    `postgres://route_engine@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
  const addresses =
    certificate === undefined ? ['-c', 'listen_addresses='] : tlsWords(certificate, folder, port);
  const serveAgain = (): Promise<ChildProcess> =>
    serve([join(PROGRAMS, 'postgres'), '-D', dataDir, '-k', folder, ...addresses], {
      folder,
      url: urlOf('postgres'),
    });
  let server = await serveAgain();
  let databaseCount = 0;

  const crash = (): void => {
    // Immediate shutdown: no checkpoint, clients are disconnected, and the next start recovers from the log.
    server.kill('SIGQUIT');
  };
  const restart = async (): Promise<void> => {
    await ended(server);
    server = await serveAgain();
  };
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // The connection has ended meanwhile.
      }
    }
  };
  return {
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    async newDatabase() {
      databaseCount += 1;
      const database = `test_${String(databaseCount)}`;
      await ask(urlOf('postgres'), `CREATE DATABASE ${database}`);
      return urlOf(database);
    },
    tlsUrlOf: (databaseUrl) =>
      `postgres://route_engine@localhost:${port}${new URL(databaseUrl).pathname}`,
    socketFile: join(folder, `.s.PGSQL.${port}`),
    crash,
    restart,
    async crashAndRestart() {
      crash();
      await restart();
    },
    async stop() {
      server.kill('SIGQUIT');
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serve(
  command: readonly string[],
  { folder, url }: { folder: string; url: string },
): Promise<ChildProcess> {
  const [program, ...words] = [
    ...asServerUser(),
    ...command,
    ...['-c', 'log_min_messages=fatal'],
    // No test cuts the power. Without fsync, a killed server loses nothing, because its writes are already in the page
    // cache.
    ...['-c', 'fsync=off'],
  ];
  const server = spawn(program ?? '', words, { cwd: folder, stdio: 'ignore' });
  const giveUpAtMs = performance.now() + START_MS_MAX;
  for (;;) {
    try {
      await ask(url, 'SELECT 1');
      return server;
    } catch (error) {
      if (server.exitCode !== null || performance.now() > giveUpAtMs) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Options with which the server also listens on the port. It requires that the key belongs to its user alone. */
function tlsWords({ cert, key }: Certificate, folder: string, port: number): string[] {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  copyFileSync(cert, certFile);
  copyFileSync(key, keyFile);
  chmodSync(keyFile, 0o600);
  if (isRoot()) execFileSync('chown', ['postgres', certFile, keyFile]);
  return [
    ...['listen_addresses=127.0.0.1,127.0.0.2', `port=${port}`, 'ssl=on'],
    ...[`ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`],
  ].flatMap((option) => ['-c', option]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Returns the child processes of the server. Each connection is a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      // PID (NAME) STATE PARENT …
      const [, ofParent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(ofParent) === parent ? [Number(entry)] : [];
    } catch {
      return [];
    }
  });
}

function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => server.once('exit', () => resolve()));
}

/**
 * Returns the command that precedes a server program. It switches from root to another user, and on Linux ends the
 * server when the test process ends for any reason.
 */
function asServerUser(): readonly string[] {
  const tiedToUs = ['setpriv', '--pdeathsig', 'QUIT'];
  if (isRoot()) return [...tiedToUs, '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  return process.platform === 'linux' ? tiedToUs : [];
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function serverPrograms(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const folders = [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const isServer = (folder: string): boolean =>
    existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
  return folders.find(isServer) ?? null;
}
