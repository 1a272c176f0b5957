/** Shared by benchmarks of the service: starts it in a separate process, as operators run it, and prints figures. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TargetStats } from './bench-target.js';

export const API_KEY = 'bench-key-0123456789';

/** The package file, for the flags with which `npm start` runs the service. */
const packageFile = new URL('../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { start: string } };
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type Target = {
  url: string;
  child: ChildProcess;
  ask: (what: string) => Promise<TargetStats>;
};

/** Starts `bench-target.ts` as the service or as a bare handler, with a channel to query its statistics. */
export async function startTarget(
  kind: 'service' | 'empty' | 'bare',
  threads: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'route-engine-bench-'));
  const child = spawn(
    process.execPath,
    [...nodeFlags, fileURLToPath(new URL('./bench-target.js', import.meta.url)), kind],
    {
      // Figures come over IPC. The log is written as in the service, and discarded.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        DATA_DIR: dataDir,
        THREADS: String(threads),
        INITIAL_API_KEY: API_KEY,
        INITIAL_CREDITS: '1000000000',
        REQUESTS_PER_MINUTE: '1000000000',
        LOG_LEVEL: 'fatal',
        ...environment,
      },
    },
  );
  child.once('exit', () => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const next = async (): Promise<TargetStats> => {
    const [message] = (await once(child, 'message')) as [TargetStats];
    return message;
  };
  const { url } = await next();
  return {
    url,
    child,
    ask: (what) => {
      const answer = next();
      child.send(what);
      return answer;
    },
  };
}

export function print(name: string, figures: Record<string, string | number>): void {
  const text = Object.entries(figures).map(([key, value]) => `${key} ${value}`);
  process.stdout.write(`${name.padEnd(28)} ${text.join(' · ')}\n`);
}
