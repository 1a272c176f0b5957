/**
 * The console's static files, from `server/console/browser/` into `dist/console/`: a part of `npm run build`, in half a second.
 * The map and the editor of JSON are files of their own, loaded beside the rest and when they are needed.
 *
 * Not committed, since esbuild comes with `npm ci` as the TypeScript compiler does. The map's worker is a file of its own,
 * as MapLibre ships it: the page's policy allows no script that is made on the way.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = new URL('../server/console/browser/', import.meta.url);
const BUILT = new URL('../dist/console/', import.meta.url);
const path = (name, folder) => fileURLToPath(new URL(name, folder));

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
// Names change with what is in them: what was built before would be served as well.
rmSync(BUILT, { recursive: true, force: true });
mkdirSync(BUILT, { recursive: true });
const { metafile } = await build({
  entryPoints: { console: path('main.tsx', SOURCES) },
  outdir: path('.', BUILT),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  metafile: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'dataurl' },
  logLevel: 'warning',
});
writeFileSync(path('index.html', BUILT), pageOf(metafile.outputs));
writeFileSync(path('licenses.txt', BUILT), licensesOf(Object.keys(metafile.inputs)));
const worker = createRequire(import.meta.url).resolve('maplibre-gl/dist/maplibre-gl-worker.mjs');
// Without the line that names its source map, which is not served.
const text = readFileSync(worker, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
writeFileSync(path('map-worker.js', BUILT), text);
copyFileSync(path('icon.svg', SOURCES), path('icon.svg', BUILT));

/**
 * The page with the names of its files: its script, and what is needed at once beside it, so that all of it is on its way
 * together and the map is not asked for only when the script runs.
 */
function pageOf(outputs) {
  const nameOf = (entry) =>
    Object.keys(outputs).find((name) => outputs[name].entryPoint?.endsWith(`/browser/${entry}`));
  const [script, map] = [nameOf('main.tsx'), nameOf('map/map.ts')];
  const needed = new Set();
  const need = (name) => {
    if (needed.has(name)) return;
    needed.add(name);
    for (const { path: imported, kind } of outputs[name].imports) {
      if (kind === 'import-statement') need(imported);
    }
  };
  for (const name of [script, map]) need(name);
  const href = (name) => `/engine/console/${basename(name)}`;
  const preloads = [...needed].map((name) => `<link rel="modulepreload" href="${href(name)}" />`);
  return readFileSync(path('index.html', SOURCES), 'utf8')
    .replace('<!-- preloads -->', preloads.join('\n    '))
    .replace('console.css', basename(outputs[script].cssBundle))
    .replace('console.js', basename(script));
}

/** The license of every package of which something is in the built files, as their terms ask. */
function licensesOf(inputs) {
  const folders = inputs
    .map((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      const text = file === undefined ? license : readFileSync(`${folder}/${file}`, 'utf8');
      return `${name} ${version}\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}
