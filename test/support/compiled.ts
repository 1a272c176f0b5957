/**
 * The compiled files of this project: `npm run build` compiles them into `dist/`, and Jest maps imports of `server/`
 * and `scripts/` there too (jest.config.mjs). Tests start threads and programs from there by path.
 */
import { pathToFileURL } from 'node:url';

/** Returns the URL of a compiled file: `compiledFile('test/support/broken-worker')`. */
export function compiledFile(path: string): URL {
  return new URL(`dist/${path}.js`, pathToFileURL(`${process.cwd()}/`));
}
