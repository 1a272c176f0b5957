/**
 * Prints the suites that start no service, thread, process, database or browser, so that all of them together take less
 * than a minute. `npm run test:unit` runs these.
 *
 * A suite starts something if it imports one of the starters, directly or through other files of `test/`.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that start a service, a program, a thread, a server, a store or a browser, or build a map in a thread. */
const STARTERS = [
  'test/support/browser.ts',
  'test/support/compiled.ts',
  'test/support/deployments.ts',
  'test/support/maps.ts',
  'test/support/native-program.ts',
  'test/support/postgres.ts',
  'test/support/process.ts',
  'test/support/service.ts',
  'test/support/stores.ts',
  'test/blobs/fixtures/versitygw.ts',
  'test/storage/fixtures/store.ts',
];

const startsSomething = new Map(STARTERS.map((path) => [path, true]));

function isStarter(path) {
  const known = startsSomething.get(path);
  if (known !== undefined) return known;
  // Ends recursion between files that import each other.
  startsSomething.set(path, false);
  const imports = [...readFileSync(path, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g)]
    .map(([, imported]) => join(dirname(path), `${imported}.ts`))
    .filter((imported) => imported.startsWith('test/'));
  const found = imports.some(isStarter);
  startsSomething.set(path, found);
  return found;
}

const suites = readdirSync('test', { recursive: true })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => join('test', path))
  .filter((path) => !isStarter(path));
process.stdout.write(`${suites.sort().join('\n')}\n`);
