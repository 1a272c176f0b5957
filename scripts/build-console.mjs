/**
 * Builds the console's static files from `server/console/browser/` into `dist/console/`: a part of `npm run build`, in
 * half a second. The map and the JSON editor are separate files: the map loads in parallel, the editor on demand.
 *
 * The output is not committed, since `npm ci` installs esbuild as it does the TypeScript compiler. The map's worker is
 * a separate file, as MapLibre ships it: the page's content security policy forbids scripts created at run time.
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
// File names contain content hashes: files of an earlier build would remain and be served as well.
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
// Remove the line that names the source map, which is not served.
const text = readFileSync(worker, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
writeFileSync(path('map-worker.js', BUILT), text);
copyFileSync(path('icon.svg', SOURCES), path('icon.svg', BUILT));

/**
 * Returns the page with the names of its files: its script and everything needed at once, so that they all load in
 * parallel, and the map does not wait until the script runs.
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

/** Returns the license of every package that contributes to the built files, as their terms require. */
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
