/** An oracle that shares code with what it judges shares its mistakes. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from '@jest/globals';

const HOME = 'test/support/checker';

test('the checker imports nothing but its own files', () => {
  const files = readdirSync(HOME, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(30);
  const foreign = files.flatMap((path) => {
    const text = readFileSync(join(HOME, path), 'utf8');
    return [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)]
      .map(([, target = '']) => target)
      .filter((target) => !normalize(join(HOME, path, '..', target)).startsWith(`${HOME}/`))
      .map((target) => `${path}: ${target}`);
  });
  expect(foreign).toEqual([]);
});
