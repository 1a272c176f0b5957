/** The compiled service as a separate process with folders of its own. Call `endProcesses` after each test. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Started = {
  child: ChildProcess;
  output: () => string;
  url: string;
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | string | null>;
};

const children: ChildProcess[] = [];
const folders: string[] = [];

export function endProcesses(): void {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'route-engine-process-'));
  folders.push(folder);
  return folder;
}

export function run(
  environment: Record<string, string>,
  role?: 'api' | 'worker',
  user: { uid?: number; gid?: number } = {},
): Omit<Started, 'url'> {
  const words = role === undefined ? [] : [role];
  const child = spawn(process.execPath, ['dist/programs/main.js', ...words], {
    ...user,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      THREADS: '1',
      // There is no load balancer to wait for.
      DRAIN_SECONDS: '0',
      // No maps except those of a test, because the shipped map takes a while to build.
      MAPS_DIR: join(tmpdir(), 'route-engine-no-maps'),
      ...environment,
    },
  });
  children.push(child);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | string | null>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve(code ?? signal);
    });
  });
  return { child, output: () => text, ended };
}

export async function start(environment: Record<string, string>, role?: 'api'): Promise<Started> {
  const started = run(environment, role);
  const [, url = ''] = await outputOf(started, /"url":"([^"]+)"/);
  return { ...started, url };
}

/** Starts a worker. It answers no requests, so its log shows when it is ready. */
export async function startWorker(
  environment: Record<string, string>,
): Promise<Omit<Started, 'url'>> {
  const started = run(environment, 'worker');
  await outputOf(started, /working on jobs/);
  return started;
}

/** A start takes seconds, or minutes at a low priority on a busy machine. Each test has a deadline of its own. */
const OUTPUT_DEADLINE_MS = 180_000;

/** Waits until the output of a process matches. */
export async function outputOf(
  { child, output }: Omit<Started, 'url'>,
  expected: RegExp,
): Promise<RegExpExecArray> {
  const giveUpAt = performance.now() + OUTPUT_DEADLINE_MS;
  for (;;) {
    const found = expected.exec(output());
    if (found !== null) return found;
    if (child.exitCode !== null || performance.now() > giveUpAt) throw new Error(output());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns when the checkpoint of the only job was written last; undefined if there is none yet. */
export function checkpointAtMs(dataDir: string): number | undefined {
  const folder = join(dataDir, 'results', 'checkpoints');
  if (!existsSync(folder)) return undefined;
  // A file has another name while it is being written.
  const name = readdirSync(folder).find((each) => each.endsWith('.gz'));
  return name === undefined ? undefined : statSync(join(folder, name)).mtimeMs;
}
