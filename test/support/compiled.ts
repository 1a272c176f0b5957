/**
 * Files of this project as they are run: `npm run build` compiles them into `dist/`, and Jest maps imports of `server/`
 * and `scripts/` there too (jest.config.mjs). Threads and programs of tests are started from there by path.
 */
import { pathToFileURL } from 'node:url';

/** `compiledFile('test/support/broken-worker')`: its JavaScript. */
export function compiledFile(path: string): URL {
  return new URL(`dist/${path}.js`, pathToFileURL(`${process.cwd()}/`));
}
