/**
 * The files that threads are started from, each with all that it needs, from what `tsc` has compiled into `dist/threads/`: a
 * part of `npm run build`, in a second.
 *
 * A thread has modules of its own. An engine thread would read and link 900 files, half a second of a processor at every
 * start; as one file it takes a fifth of that, and what a folder's `index.js` shows besides is left out.
 */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const THREADS = {
  worker: 'dist/server/worker.js',
  'read-worker': 'dist/server/read-worker.js',
  'search-worker': 'dist/server/search-worker.js',
  'maps-thread': 'dist/server/roads/maps-thread.js',
  'storage-thread': 'dist/server/storage/thread.js',
};

/** Files beside their code, or code of the platform: theirs cannot be moved. Piscina is on the other side as well. */
const KEPT_APART = ['#wasm', '@photostructure/sqlite', 'geo-tz', 'piscina', 'pg-native'];

/** Importing one of our modules changes nothing by itself, so that those whose exports are not used can be left out. */
const withoutEffects = {
  name: 'without-effects',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\./ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'resolved' || from.importer.includes('node_modules')) return undefined;
      const { resolveDir, kind, importer } = from;
      const found = await resolve(path, { resolveDir, kind, importer, pluginData: 'resolved' });
      return { ...found, sideEffects: false };
    });
  },
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
rmSync('dist/threads', { recursive: true, force: true });
await build({
  entryPoints: THREADS,
  outdir: 'dist/threads',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: KEPT_APART,
  plugins: [withoutEffects],
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
});
