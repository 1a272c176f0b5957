/** Runs the core's native program for benchmarks: it reads instances and judges their plans. */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SearchProblem } from './search-process.js';

const cwd = fileURLToPath(new URL('../../', import.meta.url));

export function native(args: readonly string[]): {
  status: number | null;
  stdout: string;
  stderr: string;
} {
  const cargo = ['run', '--quiet', '--locked', '--release', '-p', 'cli', '--', ...args];
  return spawnSync('cargo', cargo, { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** Returns the path of a file, or every n-th instance of a folder. */
export function instancesOf(path: string, every = 1): string[] {
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path)
    .filter((name) => /\.(txt|vrp|gz|json)$/.test(name) && name !== 'bks.json')
    .filter((name) => !name.endsWith('.atf.json.gz'))
    .sort();
  return names.filter((_, idx) => idx % every === 0).map((name) => join(path, name));
}

/** Reads what `cli instance --problem FOLDER` has written. */
export function readInstanceProblem(folder: string): SearchProblem {
  const table = (name: string): Int32Array<ArrayBuffer> => {
    const bytes = readFileSync(join(folder, name));
    return new Int32Array(new Uint8Array(bytes).buffer);
  };
  return {
    problem: new Uint8Array(readFileSync(join(folder, 'problem.json'))),
    tables: [{ distanceMeters: table('meters'), travelSeconds: table('seconds') }],
  };
}
