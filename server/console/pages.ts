/**
 * `/engine/console`: only static files, which `scripts/build-console.mjs` builds from `browser/`. The page gets all its
 * data from the API, with the key that the user enters.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import type { Page } from '../api/index.js';

export const CONSOLE_PATH = '/engine/console';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** esbuild puts the hash of a file's contents into its name. */
const HASHED = /-[0-9A-Z]{8}\.\w+$/;

/** Reads the files, 2 MB, into memory for the lifetime of the service. Throws if they have not been built. */
export function consolePages(projectRoot: URL): Page[] {
  const folder = new URL('dist/console/', projectRoot);
  return namesIn(folder).map((name) => ({
    path: name === 'index.html' ? CONSOLE_PATH : `${CONSOLE_PATH}/${name}`,
    contentType: CONTENT_TYPES[extname(name)] ?? '',
    body: readFileSync(new URL(name, folder)),
    isStrict: true,
    isImmutable: HASHED.test(name),
  }));
}

function namesIn(folder: URL): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw new Error(`${folder.pathname} is missing: npm run build`, { cause: error });
  }
}
