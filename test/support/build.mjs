/**
 * Before Jest runs: what is compiled in `dist/` is what lies in the sources, or it is built.
 *
 * The files' names, sizes and times are compared with those of the last build, which takes some milliseconds; asking
 * `tsc` whether there is anything to do takes five seconds.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = ['server', 'scripts', 'tsconfig.json', 'tsconfig.build.json'];
/** Of tests, what is started by path, and what scripts import: the rest is not compiled. */
const isCompiled = (path) =>
  /^test\/(support\/[\w-]+-worker|\w+\/fixtures\/[\w-]+)\.ts$/.test(path) ||
  existsSync(`dist/${path.replace(/ts$/, 'js')}`);
const STAMP = 'dist/.tests-stamp';

export default function buildIfStale() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOfSources()) return;
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
  // Anew: what is compiled of tests is known only now.
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
