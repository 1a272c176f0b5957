#!/usr/bin/env node
/**
 * The licenses of the packages that the service runs with: `node scripts/licenses.mjs` writes docs/licenses.md.
 * `--check` fails if that file is out of date, or if a license is not on the list of allowed ones.
 *
 * npm packages come from the lock file, without development dependencies. Crates of the module and the programs come
 * from `cargo metadata`, without those of tests and build scripts. No network access is needed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/licenses.md';
/** Each of these may be shipped in an Apache-2.0 service, with its notice. */
const ALLOWED = new Set([
  ...['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'Zlib'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unicode-3.0', 'Python-2.0', 'Apache-2.0 WITH LLVM-exception'],
]);

/** For packages that do not state their license. The next release of this one does, but requires a newer Node. */
const STATED_ELSEWHERE = { '@mapbox/jsonlint-lines-primitives 2.0.2': 'MIT' };

/** `A OR B` needs one allowed license, `A AND B` needs both. Crates once wrote `/` for OR. */
function isAllowed(license) {
  const plain = license.replace(/[()]/g, '').replaceAll('/', ' OR ');
  return plain
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => ALLOWED.has(one.trim())));
}

function npmPackages() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const known = license ?? STATED_ELSEWHERE[`${name} ${version}`];
      return { name, version, license: known ?? 'none is given' };
    });
}

function crates() {
  const text = execFileSync(
    'cargo',
    ['metadata', '--format-version', '1', '--locked', '--offline'],
    { encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  const { packages, resolve, workspace_members: ours } = JSON.parse(text);
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const reached = new Set();
  const walk = (id) => {
    if (reached.has(id)) return;
    reached.add(id);
    for (const { pkg, dep_kinds: kinds } of nodes.get(id).deps) {
      if (kinds.some(({ kind }) => kind === null)) walk(pkg);
    }
  };
  ours.forEach(walk);
  return packages
    .filter(({ id }) => reached.has(id) && !ours.includes(id))
    .map(({ name, version, license }) => ({ name, version, license: license ?? 'none is given' }));
}

function section(title, packages) {
  const byLicense = Map.groupBy?.(packages, ({ license }) => license) ?? grouped(packages);
  const rows = [...byLicense]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([license, all]) => {
      const names = [...new Set(all.map(({ name, version }) => `${name} ${version}`))].toSorted();
      return `**${license}** (${names.length}): ${names.join(', ')}.`;
    });
  return [`## ${title}`, ...rows].join('\n\n');
}

/** Like `Map.groupBy`, which Node 20 does not have. */
function grouped(packages) {
  const groups = new Map();
  for (const one of packages) groups.set(one.license, [...(groups.get(one.license) ?? []), one]);
  return groups;
}

const [npm, rust] = [npmPackages(), crates()];
const refused = [...npm, ...rust].filter(({ license }) => !isAllowed(license));
for (const { name, version, license } of refused) {
  process.stderr.write(`${name} ${version}: "${license}" is not among those that may be shipped\n`);
}
const page = `# Licenses

Route Engine is under the Apache License 2.0 ([LICENSE](../LICENSE)), the map of Porto that comes with it under the Open Database License
([maps](../maps/LICENSE.md)). It runs with the packages below. Written by \`node scripts/licenses.mjs\`; CI fails when it is out of date, or a license
comes in that may not be shipped.

${section('Packages of npm', npm)}

${section('Crates', rust)}
`;
let isStale = false;
if (process.argv.includes('--check')) {
  isStale = readFileSync(PAGE, 'utf8') !== page;
  if (isStale) process.stderr.write(`${PAGE} is out of date: node scripts/licenses.mjs\n`);
} else {
  writeFileSync(PAGE, page);
}
process.exitCode = refused.length > 0 || isStale ? 1 : 0;
