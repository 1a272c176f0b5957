/**
 * The native program as the event loop sees it: checks its version, and starts one for each group of threads.
 *
 *     start ──► folder, pipes, program ──► threads open their lines ──► … ──► end: closing its stdin ends the program
 *                                                   └─ it dies: waiting threads are woken and find it gone
 *
 * Program and threads share a folder of named pipes that only the service's user may enter; nothing listens on a
 * network. The program ends when its standard input is closed, and thus with the service, however the service ends. It
 * ignores signals that a terminal or a supervisor sends to all processes: the service handles them and then ends the
 * program.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { GroupCompanion } from '../../engine/index.js';
import { MapsError, messageOf } from '../maps-error.js';
import { ENDED, type ProgramLines } from './line.js';

/** The command that builds the program, for error messages about an outdated one. */
const BUILD = 'cargo build --release -p cli';
/**
 * The program runs at the priority of the threads that answer requests (`engine/group.ts`). A shell creates the pipes
 * and ignores signals, since Node can do neither; signals that it ignores stay ignored after `exec`.
 */
const NICENESS = 10;
const SCRIPT = `
trap '' INT TERM HUP
umask 077
number=0
while [ "$number" -lt "$3" ]; do
  mkfifo "$2/$number.ask" "$2/$number.answer" || exit 1
  number=$((number + 1))
done
exec nice -n ${NICENESS} "$1" serve "$2" --lines "$3"
`;
/** How long the program may take to end before it is killed. */
const END_GRACE_MS = 5_000;
/** How long both ends of the pipes stay open, so that threads that are just opening one get through. */
const WAKE_MS = 200;
const LOG_BYTES_MAX = 2_000;

export type RoadsProgramOptions = {
  /** The path of the program. */
  path: string;
  /** The maximum number of threads in a group. */
  lineCount: number;
};

export type RoadsProgram = GroupCompanion & {
  lines: ProgramLines;
  /** Undefined if the program could not be started; `ended` resolves to the reason. */
  pid: number | undefined;
};

/** Throws `MapsError` if the program cannot be run, or was built from other sources than the module. */
export async function checkRoadsProgram(path: string, projectRoot: URL): Promise<void> {
  if (process.platform === 'win32') {
    throw new MapsError('there are no named pipes as it needs them on Windows');
  }
  const expected = await readFile(
    fileURLToPath(new URL('solver-rs/pkg/sources.sha256', projectRoot)),
    'utf8',
  );
  const { stdout } = await promisify(execFile)(path, ['identity']).catch((error: unknown) => {
    throw new MapsError(`${path} is not the roads program: ${messageOf(error).trim()}`);
  });
  if (stdout.trim() === expected.trim()) return;
  throw new MapsError(
    `${path} was built of other sources than this service; run \`${BUILD}\` again`,
  );
}

/** Throws if a map file is truncated or damaged. Blocks, so it must not be called on the event loop. */
export function checkMapByProgram(path: string, mapPath: string): void {
  try {
    execFileSync(path, ['check-map', mapPath], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said = typeof error === 'object' && error !== null && 'stderr' in error;
    throw new Error(said ? String(error.stderr).trim() : messageOf(error), { cause: error });
  }
}

/** Starts the program and does not wait for it; if it fails to start, threads notice when they open their lines. */
export function startRoadsProgram({ path, lineCount }: RoadsProgramOptions): RoadsProgram {
  const folder = mkdtempSync(join(tmpdir(), 'route-engine-roads-'));
  const state = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'roads', path, folder, String(lineCount)], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said = `${said}${bytes.toString()}`.slice(-LOG_BYTES_MAX);
  });
  // The program has exited; `ended` reports that.
  child.stdin.on('error', () => undefined);
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => {
      resolve(error.message);
    });
    child.on('close', (code, signal) => {
      resolve(signal ?? `exit code ${code}`);
    });
  });
  const ended = exited.then(async (how) => {
    Atomics.store(state, ENDED, 1);
    Atomics.notify(state, ENDED);
    await wakeOpeners(folder, lineCount);
    rmSync(folder, { recursive: true, force: true });
    return new Error(`the roads program has ended (${how}) ${said.trim()}`.trim());
  });
  return {
    lines: { folder, count: lineCount, state },
    pid: child.pid,
    ended,
    end: async () => {
      const kill = setTimeout(() => child.kill('SIGKILL'), END_GRACE_MS);
      child.stdin.end();
      await ended;
      clearTimeout(kill);
    },
  };
}

/** Wakes threads that wait for the other end of a pipe to be opened. Such a thread cannot even be terminated. */
async function wakeOpeners(folder: string, lineCount: number): Promise<void> {
  const open: number[] = [];
  for (let number = 0; number < lineCount; number += 1) {
    for (const name of [`${number}.ask`, `${number}.answer`]) {
      try {
        // Opens both ends, without blocking.
        open.push(openSync(join(folder, name), constants.O_RDWR | constants.O_NONBLOCK));
      } catch {
        // The pipe was never created, or the program has removed it: no thread can be waiting there.
      }
    }
  }
  if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, WAKE_MS));
  for (const file of open) closeSync(file);
}
