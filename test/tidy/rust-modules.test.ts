/** The modules of each crate of the core depend one way: in no folder, a module needs one that needs it. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const CRATES = readdirSync('solver-rs').filter((name) => name !== 'pkg');

/** By module, those that it names; everything below a module of a crate belongs to it. */
type Uses = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the text without comments and without a last module of tests. */
function codeOf(text: string): string {
  const [code = ''] = text.split(/^#\[cfg\(test\)\]\n(?:pub\(crate\) )?mod \w+ \{/m);
  return code.replaceAll(/\/\/.*/g, '');
}

/**
 * Returns the names of children of a module: those after its path from the top of the crate, or after as many `super::`
 * as lead to it from code that is `depth` modules below it.
 */
function namedIn(code: string, depth: number, module: readonly string[] = []): string[] {
  const path = ['crate', ...module].join('::');
  const parent = `(?:\\b${path}::|(?<!::)\\b(?:super::){${depth}}(?!super))`;
  const single = [...code.matchAll(new RegExp(`${parent}(\\w+)`, 'g'))].map(
    ([, name = '']) => name,
  );
  const groups = [...code.matchAll(new RegExp(`${parent}\\{([^;]*)\\};`, 'g'))];
  return [...single, ...groups.flatMap(([, names = '']) => names.match(/\w+/g) ?? [])];
}

/** Returns the paths of the files of a crate below `src`, without tests. */
function filesOf(crate: string): string[] {
  return readdirSync(`solver-rs/${crate}/src`, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.rs') && !/(^|\/)(tests(\/|\.rs$)|lib\.rs$|main\.rs$)/.test(path),
  );
}

/** Returns the modules that a file is in: `search/plan/mod.rs` is `search`, `plan`. */
const modulesOf = (path: string): string[] => path.replace(/(\/mod)?\.rs$/, '').split('/');

/** Returns the uses between the children of a module; by default, of the whole crate. */
function usesIn(crate: string, module: readonly string[] = []): Uses {
  const files = filesOf(crate).map((path) => ({ path, modules: modulesOf(path) }));
  const inside = files.filter(
    ({ modules }) =>
      modules.length > module.length && module.every((name, idx) => modules[idx] === name),
  );
  const childOf = (modules: readonly string[]): string => modules[module.length] ?? '';
  const uses = new Map(inside.map(({ modules }) => [childOf(modules), new Set<string>()] as const));
  for (const { path, modules } of inside) {
    const own = childOf(modules);
    const code = codeOf(readFileSync(`solver-rs/${crate}/src/${path}`, 'utf8'));
    for (const name of namedIn(code, modules.length - module.length, module)) {
      if (uses.has(name) && name !== own) uses.get(own)?.add(name);
    }
  }
  return uses;
}

/** Returns all modules of a crate that have children: `search`, `plan`. The crate itself is empty. */
function parentsIn(crate: string): string[][] {
  const parents = filesOf(crate).flatMap((path) => {
    const modules = modulesOf(path);
    return modules.map((_, length) => modules.slice(0, length).join('::'));
  });
  return [...new Set(parents)].sort().map((path) => (path === '' ? [] : path.split('::')));
}

/** Returns the modules that are part of a circle: what remains when modules that need no remaining one are removed. */
function circlesIn(uses: Uses): string[] {
  let rest = [...uses.keys()];
  for (;;) {
    const next = rest.filter((name) => rest.some((other) => uses.get(name)?.has(other)));
    if (next.length === rest.length) return rest;
    rest = next;
  }
}

test.each(CRATES)('the modules of the crate %s depend one way, in each folder', (crate) => {
  const circles = parentsIn(crate).map((module) => [
    [crate, ...module].join('::'),
    circlesIn(usesIn(crate, module)),
  ]);
  expect(circles.filter(([, names]) => names?.length !== 0)).toEqual([]);
});

test('uses are read from the sources, and a circle is found', () => {
  expect(usesIn('routing').get('explain')).toContain('search');
  expect(usesIn('routing', ['search', 'plan']).get('measure')).toContain('margins');
  expect(parentsIn('routing')).toContainEqual(['search', 'plan']);
  expect(namedIn('use crate::{a, b::C};\nuse super::d::E;\nsuper::super::f();', 1)).toEqual([
    'd',
    'a',
    'b',
    'C',
  ]);
  expect(namedIn('use super::d::E;\nsuper::super::f();', 2)).toEqual(['f']);
  expect(namedIn('use crate::a::b::C;\nuse crate::d::E;', 1, ['a'])).toEqual(['b']);
  const uses = (names: string): Uses =>
    new Map(names.split(' ').map((each) => [each.slice(0, 1), new Set(each.slice(1))]));
  expect(circlesIn(uses('abc bc c'))).toEqual([]);
  expect(circlesIn(uses('ab bc ca d'))).toEqual(['a', 'b', 'c']);
});
