/**
 * The console's static files, from `server/console/browser/` into `dist/console/`: a part of `npm run build`, in half a second.
 *
 * Not committed, since esbuild comes with `npm ci` as the TypeScript compiler does. The map's worker is a file of its own,
 * as MapLibre ships it: the page's policy allows no script that is made on the way.
 */
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const SOURCES = new URL('../server/console/browser/', import.meta.url);
const BUILT = new URL('../dist/console/', import.meta.url);
const path = (name, folder) => fileURLToPath(new URL(name, folder));

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
mkdirSync(BUILT, { recursive: true });
const { metafile } = await build({
  entryPoints: { console: path('main.tsx', SOURCES) },
  outdir: path('.', BUILT),
  bundle: true,
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
writeFileSync(path('licenses.txt', BUILT), licensesOf(Object.keys(metafile.inputs)));
const worker = createRequire(import.meta.url).resolve('maplibre-gl/dist/maplibre-gl-worker.mjs');
// Without the line that names its source map, which is not served.
const text = readFileSync(worker, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n');
writeFileSync(path('map-worker.js', BUILT), text);
for (const name of ['index.html', 'icon.svg']) copyFileSync(path(name, SOURCES), path(name, BUILT));

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
