/** What benchmarks of the service share: it runs in a process of its own, as operators run it, and prints are lined up. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TargetStats } from './bench-target.js';

export const API_KEY = 'bench-key-0123456789';

/** The flags that `npm start` runs the service with. */
const packageFile = new URL('../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: { start: string } };
export const nodeFlags = scripts.start.split(' ').filter((word) => word.startsWith('--'));

export type Target = {
  url: string;
  child: ChildProcess;
  ask: (what: string) => Promise<TargetStats>;
};

/** Starts `bench-target.ts`: the service, or the empty handler, with a line to ask it for its own stats. */
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
      // Figures come over IPC; what is logged is written as in the service, and thrown away.
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
