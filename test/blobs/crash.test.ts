/** kill -9 during writes: afterwards every visible blob is whole, and every acknowledged one exists. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { openDirectoryBlobs } from '../../server/blobs/index.js';
import { withDirectory } from './fixtures/directory.js';
import { compiledFile } from '../support/compiled.js';

const KILLS = 15;
const KILLS_MS_MAX = 600_000;

/** Kills the writer at the n-th acknowledgement, while its other writes are unfinished. */
async function writeUntilKilled(dir: string, acknowledgementsMax: number): Promise<string[]> {
  const program = fileURLToPath(compiledFile('test/blobs/fixtures/write-forever'));
  const child = spawn(process.execPath, [program, dir]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > acknowledgementsMax) child.kill('SIGKILL');
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const signal = await new Promise((resolve) => {
    child.once('close', (_code, by) => {
      resolve(by);
    });
  });
  expect([signal, errors]).toEqual(['SIGKILL', '']);
  return output.split('\n').slice(0, -1);
}

function temporaryFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.tmp'),
  );
}

test(
  `${KILLS} kills leave only whole blobs, every acknowledged one, and no leftovers`,
  async () => {
    await withDirectory(async (dir) => {
      const acknowledged = new Set<string>();
      let cutOffCount = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        // 1, 8, 15, …: early and late, during small and large blobs.
        for (const name of await writeUntilKilled(dir, 1 + kill * 7)) acknowledged.add(name);
        cutOffCount += temporaryFiles(join(dir, 'results')).length;

        const blobs = await openDirectoryBlobs({ dir, clock: Date.now });
        expect(temporaryFiles(dir)).toEqual([]);
        const seen = new Set<string>();
        for await (const { name } of blobs.list('')) {
          seen.add(name);
          const blob = Buffer.from((await blobs.read(name)) ?? []);
          expect([name, blob.length - 10]).toEqual([name, Number(blob.toString('utf8', 0, 10))]);
          expect(blob.toString('utf8', blob.length - name.length)).toBe(name);
        }
        for (const name of acknowledged) expect(seen).toContain(name);
      }
      // Otherwise no kill interrupted a write, and the test has shown nothing.
      expect(cutOffCount).toBeGreaterThan(KILLS / 2);
    });
  },
  KILLS_MS_MAX,
);
