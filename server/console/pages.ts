/**
 * `/engine/console`: static files, built of `browser/` by `scripts/build-console.mjs`, and nothing else. All that the page
 * knows it asks of the API, with the key that its user types in.
 */
import { readFileSync } from 'node:fs';
import type { Page } from '../api/index.js';

export const CONSOLE_PATH = '/engine/console';

const FILES = {
  'index.html': 'text/html; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'map-worker.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
  'licenses.txt': 'text/plain; charset=utf-8',
} as const;

/** Reads the files, 2 MB, for as long as the service runs. Throws when they were not built. */
export function consolePages(projectRoot: URL): Page[] {
  return Object.entries(FILES).map(([name, contentType]) => ({
    path: name === 'index.html' ? CONSOLE_PATH : `${CONSOLE_PATH}/${name}`,
    contentType,
    body: readBuilt(new URL(`dist/console/${name}`, projectRoot)),
    isStrict: true,
  }));
}

function readBuilt(file: URL): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file.pathname} is missing: npm run build`, { cause: error });
  }
}
