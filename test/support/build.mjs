/**
 * Runs before Jest: builds `dist/` again if the sources have changed since the last build.
 *
 * Compares the names, sizes and times of the files with those of the last build, which takes a few milliseconds; asking
 * `tsc` whether there is anything to do takes five seconds.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const SOURCES = ['server', 'scripts', 'docs', 'tsconfig.json', 'tsconfig.build.json'].concat(
  'package-lock.json',
);
/** Packages with hundreds of files that nearly every suite imports, by bundle name: see jest.config.mjs. */
const PACKAGES = {
  typebox: 'typebox',
  'typebox-compile': 'typebox/compile',
  'typebox-system': 'typebox/system',
  kysely: 'kysely',
};
/** Of the tests, only files that are started by path, or imported by scripts, are compiled. */
const isCompiled = (path) =>
  /^test\/(support\/[\w-]+-worker|\w+\/fixtures\/[\w-]+)\.ts$/.test(path) ||
  existsSync(`dist/${path.replace(/ts$/, 'js')}`);
const STAMP = 'dist/.tests-stamp';

export default async function buildIfStale() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOfSources()) return;
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  await build({
    entryPoints: PACKAGES,
    outdir: 'dist/test-packages',
    bundle: true,
    // Code that several packages share is bundled once.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  // Computed again, because only now it is known which test files are compiled.
  writeFileSync(STAMP, stampOfSources());
}

function stampOfSources() {
  const hash = createHash('sha256');
  const paths = SOURCES.flatMap(filesOf).concat(filesOf('test').filter(isCompiled));
  for (const path of paths.sort()) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${String(size)} ${String(mtimeMs)}\n`);
  }
  return hash.digest('hex');
}

function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
