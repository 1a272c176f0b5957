/** The modules of each crate of the core depend one way: no module at the top of a crate needs one that needs it. */
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

/** Returns the names after `crate::`, or after as many `super::` as lead to the top of the crate. */
function namedAtTop(code: string, depth: number): string[] {
  const top = `(?:crate::|(?<!::)\\b(?:super::){${depth}}(?!super))`;
  const single = [...code.matchAll(new RegExp(`${top}(\\w+)`, 'g'))].map(([, name = '']) => name);
  const groups = [...code.matchAll(new RegExp(`${top}\\{([^;]*)\\};`, 'g'))];
  return [...single, ...groups.flatMap(([, names = '']) => names.match(/\w+/g) ?? [])];
}

function usesOf(crate: string): Uses {
  const folder = `solver-rs/${crate}/src`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.rs') && !/(^|\/)(tests(\/|\.rs$)|lib\.rs$|main\.rs$)/.test(path),
  );
  const moduleOf = (path: string): string => path.replace(/[./].*$/, '');
  const modules = new Set(files.map(moduleOf));
  const uses = new Map([...modules].map((name) => [name, new Set<string>()] as const));
  for (const path of files) {
    const depth = path.replace(/\/mod\.rs$/, '').split('/').length;
    const own = moduleOf(path);
    for (const name of namedAtTop(codeOf(readFileSync(`${folder}/${path}`, 'utf8')), depth)) {
      if (modules.has(name) && name !== own) uses.get(own)?.add(name);
    }
  }
  return uses;
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

test.each(CRATES)('the modules of the crate %s depend one way', (crate) => {
  expect(circlesIn(usesOf(crate))).toEqual([]);
});

test('uses are read from the sources, and a circle is found', () => {
  expect(usesOf('routing').get('explain')).toContain('search');
  expect(namedAtTop('use crate::{a, b::C};\nuse super::d::E;\nsuper::super::f();', 1)).toEqual([
    'd',
    'a',
    'b',
    'C',
  ]);
  expect(namedAtTop('use super::d::E;\nsuper::super::f();', 2)).toEqual(['f']);
  const uses = (names: string): Uses =>
    new Map(names.split(' ').map((each) => [each.slice(0, 1), new Set(each.slice(1))]));
  expect(circlesIn(uses('abc bc c'))).toEqual([]);
  expect(circlesIn(uses('ab bc ca d'))).toEqual(['a', 'b', 'c']);
});
