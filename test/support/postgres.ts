/**
 * A Postgres server for tests: its own data directory, reached by a Unix socket in it, gone when the test is over.
 *
 * It is started where a server program is installed (Debian's postgresql package needs no cluster). Postgres refuses to run as root: then it
 * runs as the user `postgres` that the package makes.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export type PostgresServer = {
  /** Makes an empty database and returns its URL. */
  newDatabase(): Promise<string>;
  /** The file of the socket, for a test that stands between. */
  readonly socketFile: string;
  /** Ends the server as a crash does and starts it again; resolves when it takes connections. */
  crashAndRestart(): Promise<void>;
  /** All of its processes stand still, or go on: what a server does whose disk hangs. Linux alone. */
  freeze(): void;
  thaw(): void;
  crash(): void;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const START_MS_MAX = 60_000;

/** The newest installed server's programs; null if there are none. */
const PROGRAMS = serverPrograms();

/** Why there is no server; null if one can be started. */
export const POSTGRES_MISSING =
  PROGRAMS === null ? 'no Postgres server program is installed (Debian: postgresql)' : null;

export async function startPostgres(): Promise<PostgresServer> {
  if (PROGRAMS === null) throw new Error(POSTGRES_MISSING ?? '');
  const folder = mkdtempSync(join(tmpdir(), 'route-engine-postgres-'));
  const dataDir = join(folder, 'data');
  // The folders above it must let that user through.
  if (isRoot()) execFileSync('chown', ['postgres', folder]);
  const [initdb, ...initdbWords] = [
    ...asServerUser(),
    join(PROGRAMS, 'initdb'),
    ...['--pgdata', dataDir, '--username', 'route_engine', '--auth', 'trust', '--no-sync'],
    ...['--encoding', 'UTF8', '--no-locale'],
  ];
  execFileSync(initdb ?? '', initdbWords, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });

  const urlOf = (database: string): string =>
    `postgres://route_engine@localhost/${database}?host=${encodeURIComponent(folder)}`;
  let server = await serve(PROGRAMS, folder, dataDir, urlOf('postgres'));
  let databaseCount = 0;

  const crash = (): void => {
    // Immediate shutdown: no checkpoint, clients are cut off, the next start recovers from the log.
    server.kill('SIGQUIT');
  };
  const restart = async (): Promise<void> => {
    await ended(server);
    server = await serve(PROGRAMS, folder, dataDir, urlOf('postgres'));
  };
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) {
      try {
        process.kill(pid, signal);
      } catch {
        // A connection that has ended meanwhile.
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
    socketFile: join(folder, '.s.PGSQL.5432'),
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
  programs: string,
  folder: string,
  dataDir: string,
  url: string,
): Promise<ChildProcess> {
  const [program, ...words] = [
    ...asServerUser(),
    join(programs, 'postgres'),
    ...['-D', dataDir, '-k', folder, '-c', 'listen_addresses=', '-c', 'log_min_messages=fatal'],
    // No test cuts the power. A killed server loses nothing without fsync, for its writes are the system's by then.
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

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Each connection is a process. */
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

/** The words before a server program: another user than root, and on Linux an end with the test process, however that ends. */
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
