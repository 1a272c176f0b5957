/**
 * What a reviewer should not have to look for: missing file docs, leftover debug prints, stray tests, licenses, paths
 * of a developer's machine. `test/docs/` checks that documentation and code agree.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Tracked files, and new files that would be tracked. */
const PATHS = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => existsSync(path) && path !== '');

const isGenerated = (path: string): boolean => path.startsWith('solver-rs/pkg/');
const OURS = PATHS.filter((path) => !isGenerated(path));
const textOf = (path: string): string => readFileSync(path, 'utf8');

/** `path:line: text` for each line of these files that matches. */
function linesThatMatch(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, idx) => (pattern.test(line) ? [`${path}:${idx + 1}: ${line.trim()}`] : [])),
  );
}

test('every source file starts with a comment that describes it', () => {
  const openings: readonly [string, RegExp][] = [
    ['ts', /^(#!.*\n)?\/\*\*/],
    ['tsx', /^\/\*\*/],
    ['mts', /^\/\*\*/],
    ['mjs', /^(#!.*\n)?(\/\*\*|\/\/ )/],
    ['rs', /^\/\/! /],
    ['sh', /^#!.*\n#/],
  ];
  const silent = openings.flatMap(([extension, opening]) =>
    OURS.filter((path) => path.endsWith(`.${extension}`) && !opening.test(textOf(path))),
  );
  expect(silent).toEqual([]);
});

test('shipped code has no debug prints and no notes to self', () => {
  const shipped = OURS.filter((path) => /^(server|solver-rs)\/.*\.(tsx?|rs)$/.test(path));
  const left =
    /\bconsole\.(?!(m?js|css)\b)|\bdebugger\b|\b(dbg|todo|unimplemented)!|\b(TODO|FIXME|XXX)\b/;
  // The console shows sample code that prints a plan.
  const shown = 'server/console/browser/plan/take-away.ts';
  expect(
    linesThatMatch(
      left,
      shipped.filter((path) => path !== shown),
    ),
  ).toEqual([]);
  // The native program, benchmarks and long runs of tests print to a terminal; nothing else in the core does.
  const silent = shipped.filter(
    (path) => !/^solver-rs\/(cli\/|\w+\/benches\/|\w+\/tests\/(fuzz_|enumerated))/.test(path),
  );
  expect(linesThatMatch(/\be?print(ln)?!/, silent)).toEqual([]);
});

/** Words that confused readers, and their replacements. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\bwalkers?\b/i, 'pedestrian'],
  [
    /\bone an? (arc|clock|dimension|lane|level|line|location|map|node|place|position|processor|profile|segment|stop|thread|time zone|visit|window)\b/i,
    'one per …',
  ],
  [/\bsigns? of life\b/i, 'heartbeat'],
  [/\banew\b/i, 'again, rebuilt, starts over'],
  [/\bwhoever\b/i, 'the caller that …'],
];

test('replaced words do not occur in code and documentation', () => {
  const texts = OURS.filter(
    (path) => /\.(tsx?|mjs|rs|sh|md)$/.test(path) && path !== 'test/tidy/tidy.test.ts',
  );
  const found = REPLACED.flatMap(([word, instead]) =>
    linesThatMatch(word, texts).map((line) => `${line} (say: ${instead})`),
  );
  expect(found).toEqual([]);
});

test('no comment has a line of more than 120 columns', () => {
  const sources = OURS.filter(
    (path) => /\.(tsx?|mjs|rs|sh)$/.test(path) && path !== 'sdk/typescript/src/schema.ts',
  );
  // A line that opens or continues a comment; code before a comment is the formatter's business.
  const long = /^(?=.{121})\s*(\/\/|\/?\*|# )/;
  expect(long.test(`// ${'word '.repeat(24)}`)).toBe(true);
  expect(long.test(`const words = '${'word '.repeat(24)}';`)).toBe(false);
  expect(linesThatMatch(long, sources)).toEqual([]);
});

test('the code of a rule is used only in the file of that rule', () => {
  const namedIn = new Map<string, Set<string>>();
  const sources = OURS.filter(
    (path) => /^solver-rs\/routing\/src\/.*\.rs$/.test(path) && !/\/tests(\.rs$|\/)/.test(path),
  );
  for (const path of sources) {
    const [code = ''] = textOf(path).split('mod tests {');
    for (const [, name = ''] of code.matchAll(/\bCode::(\w+)/g)) {
      namedIn.set(name, (namedIn.get(name) ?? new Set()).add(path));
    }
  }
  // If almost none were found, this would be reading the wrong files.
  expect(namedIn.size).toBeGreaterThan(25);
  const scattered = [...namedIn].filter(
    ([, [path = '', ...others]]) => others.length > 0 || !path.includes('/src/rules/'),
  );
  expect(scattered).toEqual([]);
});

test('index files export by name', () => {
  const typeScript = OURS.filter(
    (path) => path.endsWith('.ts') && path !== 'test/tidy/tidy.test.ts',
  );
  expect(linesThatMatch(/\bexport \*/, typeScript)).toEqual([]);
});

test('a test is in the folder of test/ named after its subject', () => {
  const subjects = new Set([
    ...readdirSync('server', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
    // The files next to the folders of server/, and subjects outside it.
    ...['app', 'checker', 'config', 'process', 'docs', 'scripts', 'tidy', 'e2e', 'load', 'sdk'],
  ]);
  const strays = OURS.filter((path) => /\.(test|spec)\.\w+$/.test(path)).filter((path) => {
    const [root, subject = '', ...rest] = path.split('/');
    return root !== 'test' || !subjects.has(subject) || rest.length === 0;
  });
  expect(strays).toEqual([]);
});

test('no file names a folder of the machine that it was written on', () => {
  const folder = /(?<![\w.@:/*-])\/(home|root|Users|work|mnt)\/\w/;
  expect(folder.test("open('/home/ann/x')")).toBe(true);
  const texts = OURS.filter((path) => !path.endsWith('.wasm') && path !== 'test/tidy/tidy.test.ts');
  expect(linesThatMatch(folder, texts)).toEqual([]);
});

type LockedPackage = {
  dev?: boolean;
  devOptional?: boolean;
  license?: string;
  resolved?: string;
} & {
  optionalDependencies?: Record<string, string>;
};

function lockedPackages(): [string, LockedPackage][] {
  const lock: { packages: Record<string, LockedPackage> } = JSON.parse(textOf('package-lock.json'));
  return Object.entries(lock.packages).filter(([path]) => path !== '');
}

test('licenses of shipped packages require no more than attribution', () => {
  const allowed = new Set(
    ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense'].concat(
      ['BlueOak-1.0.0', 'CC0-1.0'], // no conditions beyond those of the others
    ),
  );
  const refused = lockedPackages()
    .filter(([, { dev = false }]) => !dev)
    .map(([path, { license }]) => [path, license ?? licenceOfInstalled(path)] as const)
    // If there is a choice of licenses, one allowed license is enough.
    .filter(
      ([, license]) =>
        !license
          .replace(/[()]/g, '')
          .split(' OR ')
          .some((one) => allowed.has(one)),
    );
  expect(refused).toEqual([]);
});

/** For a package whose entry in the lock file has no license. */
function licenceOfInstalled(path: string): string {
  // Its next release says MIT, but requires a newer Node.
  if (path === 'node_modules/@mapbox/jsonlint-lines-primitives') return 'MIT';
  const { license }: { license?: unknown } = JSON.parse(textOf(`${path}/package.json`));
  return String(license);
}

test('the lock file does not fix the registry', () => {
  const bound = lockedPackages().filter(([, { resolved }]) => resolved !== undefined);
  expect(bound.map(([path]) => path)).toEqual([]);
});

test('the lock file has the packages for other systems: without them, `npm ci` rejects the whole file', () => {
  const locked = new Set(lockedPackages().map(([path]) => path.replace(/^.*node_modules\//, '')));
  const missing = lockedPackages().flatMap(([, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !locked.has(name)),
  );
  expect(missing).toEqual([]);
});
