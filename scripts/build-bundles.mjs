/**
 * Bundles the programs that are started, and the entry file of each kind of thread, with everything that they import:
 * from the output of `tsc` into `dist/programs/` and `dist/threads/`, as a part of `npm run build`.
 *
 * Each process and each thread loads its own modules. The service would read and link 2,000 files, two fifths of the
 * processor time of its start; an engine thread 900. A single file takes a fifth of that, without the unused exports of
 * each folder's `index.js`.
 */
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PROGRAMS = {
  main: 'dist/server/main.js',
  account: 'dist/scripts/account.js',
};
const THREADS = {
  worker: 'dist/server/worker.js',
  'read-worker': 'dist/server/read-worker.js',
  'search-worker': 'dist/server/search-worker.js',
  'maps-thread': 'dist/server/roads/maps-thread.js',
  'storage-thread': 'dist/server/storage/thread.js',
};

/** Modules with data files beside them or native code, which cannot be moved. */
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

/** Adapts the paths of threads, which are relative to the file that starts them: a program lies beside `threads/`. */
const besideThreads = {
  name: 'beside-threads',
  setup({ onLoad }) {
    onLoad({ filter: /\bdist\/server\/.*\.js$/ }, async ({ path }) => {
      const code = await readFile(path, 'utf8');
      return { contents: code.replaceAll(/(?<=')(\.\.\/)+(?=threads\/)/g, '../') };
    });
  },
};

const COMMON = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  external: KEPT_APART,
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
};

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
for (const folder of ['programs', 'threads']) {
  rmSync(`dist/${folder}`, { recursive: true, force: true });
}
await Promise.all([
  build({
    ...COMMON,
    entryPoints: PROGRAMS,
    outdir: 'dist/programs',
    plugins: [besideThreads],
    // Packages in CommonJS call `require` for modules of Node.
    banner: {
      js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
    },
  }),
  build({ ...COMMON, entryPoints: THREADS, outdir: 'dist/threads', plugins: [withoutEffects] }),
]);
