/**
 * The native program from the event loop's side: whether it is the right one, and one that runs beside a group of threads.
 *
 *     start ──► folder, pipes, program ──► threads open their lines ──► … ──► end: its stdin closes, and it ends
 *                                                   └─ it dies: threads that wait for it are woken and find it gone
 *
 * Program and threads share a folder of named pipes that only our user may enter; nothing listens on a network. The program
 * ends when its standard input ends, and so with the service, however that ends. It ignores signals that a terminal or a
 * supervisor sends to all processes: the service handles them, and then ends the program.
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

/** How it is built; told where another is found. */
const BUILD = 'cargo build --release -p cli';
/**
 * At the lowest priority of the threads that answer requests (`engine/pool.ts`). A shell makes the pipes and tells signals
 * apart, since neither can be done from here; what it ignores stays ignored in what it becomes.
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
/** After that it is killed. */
const END_GRACE_MS = 5_000;
/** Threads that open a pipe at that very moment are let through. */
const WAKE_MS = 200;
const LOG_BYTES_MAX = 2_000;

export type RoadsProgramOptions = {
  /** The program. */
  path: string;
  /** How many threads a group may have. */
  lineCount: number;
};

export type RoadsProgram = GroupCompanion & {
  lines: ProgramLines;
  /** Undefined: it could not be started, and `ended` says why. */
  pid: number | undefined;
};

/** Throws `MapsError` when the program cannot be run, or would give answers of other sources than the module. */
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

/** Throws when a map file is cut off or damaged. Waits for it: not on the event loop. */
export function checkMapByProgram(path: string, mapPath: string): void {
  try {
    execFileSync(path, ['check-map', mapPath], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const said = typeof error === 'object' && error !== null && 'stderr' in error;
    throw new Error(said ? String(error.stderr).trim() : messageOf(error), { cause: error });
  }
}

/** Starts it; threads that open their lines find out if it does not come up. */
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
  // It is gone, and that is told below.
  child.stdin.on('error', () => undefined);
  const gone = new Promise<string>((resolve) => {
    child.on('error', (error) => {
      resolve(error.message);
    });
    child.on('close', (code, signal) => {
      resolve(signal ?? `exit code ${code}`);
    });
  });
  const ended = gone.then(async (how) => {
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

/** A thread that waits for the other end of a pipe to be opened is blocked, and cannot even be ended. */
async function wakeOpeners(folder: string, lineCount: number): Promise<void> {
  const open: number[] = [];
  for (let number = 0; number < lineCount; number += 1) {
    for (const name of [`${number}.ask`, `${number}.answer`]) {
      try {
        // Both ends, without waiting for anybody.
        open.push(openSync(join(folder, name), constants.O_RDWR | constants.O_NONBLOCK));
      } catch {
        // It was never made, or the program has removed it: no thread can wait there.
      }
    }
  }
  if (open.length > 0) await new Promise((resolve) => setTimeout(resolve, WAKE_MS));
  for (const file of open) closeSync(file);
}
