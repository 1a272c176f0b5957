/**
 * Bundles the entry file of each kind of thread with everything it imports, from the output of `tsc` into
 * `dist/threads/`: a part of `npm run build`, in a second.
 *
 * Each thread loads its own modules. An engine thread would read and link 900 files, half a second of processor time at
 * every start; a single file takes a fifth of that, without the unused exports of each folder's `index.js`.
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

/** Modules with data files beside them or native code, which cannot be moved. The main thread loads Piscina as well. */
const KEPT_APART = ['#wasm', '@photostructure/sqlite', 'geo-tz', 'piscina', 'pg-native'];

/** Marks our modules as free of import side effects, so that those whose exports are unused can be left out. */
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
