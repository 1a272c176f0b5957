/**
 * The compiled service as a process of its own, in folders of its own. Call `endProcesses` after each test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Started = {
  child: ChildProcess;
  output: () => string;
  url: string;
  /** Exit code, or the signal that ended it. */
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
): Omit<Started, 'url'> {
  const words = role === undefined ? [] : [role];
  const child = spawn(process.execPath, ['dist/server/main.js', ...words], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      METRICS_PORT: '0',
      THREADS: '1',
      // Nobody balances here.
      DRAIN_SECONDS: '0',
      // No maps but those that a test brings: the one that is shipped takes a while to build.
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

/** A worker answers nobody: it is there when it says so. */
export async function startWorker(
  environment: Record<string, string>,
): Promise<Omit<Started, 'url'>> {
  const started = run(environment, 'worker');
  await outputOf(started, /working on jobs/);
  return started;
}

/** A start takes seconds, and minutes at a low priority beside much else; each test has a deadline of its own. */
const OUTPUT_DEADLINE_MS = 180_000;

/** Waits for what a process is to write. */
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
