/** The form of the documentation: readable lines, a glossary without duplicates, citable rules, a complete overview. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PAGES, pageOf } from './pages.js';

const COLUMNS_MAX = 120;

/** Lines of prose that are too long. Code, tables, comments and lines with a single unbreakable word are exempt. */
function longLines({ path, text }: { path: string; text: string }): string[] {
  const blank = (part: string): string => part.replaceAll(/[^\n]/g, '');
  return text
    .replaceAll(/^( *)```.*?^\1```$/gms, blank)
    .split('\n')
    .flatMap((line, idx) => {
      const isProse = !/^\s*(\||<!--|\[[^\]]*\]:)/.test(line) && /\S\s+\S/.test(line.slice(4));
      return isProse && line.length > COLUMNS_MAX ? [`${path}:${idx + 1}`] : [];
    });
}

// A generated list has one paragraph per license.
const WRITTEN = PAGES.filter(({ path }) => path !== 'docs/licenses.md');

test.each(WRITTEN.map((page) => [page.path, page] as const))(
  'no line of prose in %s is longer than 120 columns',
  (_path, page) => {
    expect(longLines(page)).toEqual([]);
  },
);

test('a line that is too long is detected, and code and tables are exempt', () => {
  const long = 'word '.repeat(30);
  const text = [long, '```text', long, '```', `| ${long} |`, 'word '.repeat(20)].join('\n');
  expect(longLines({ path: 'x.md', text })).toEqual(['x.md:1']);
});

/** The terms that a glossary defines, with repetitions. Those with several meanings are qualified: `**lane** of …`. */
function definedTerms(text: string): string[] {
  return [...text.matchAll(/\*\*([^*]+)\*\*( (?:of|at) [^:.]*)?/g)].map(([, term = '', of = '']) =>
    `${term}${of}`.toLowerCase(),
  );
}

const doubles = (names: readonly string[]): string[] =>
  names.filter((name, idx) => names.indexOf(name) !== idx);

test('the glossary has no duplicate heading or term', () => {
  const text = pageOf('docs/glossary.md');
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
  expect(doubles(headings)).toEqual([]);
  expect(definedTerms(text).length).toBeGreaterThan(150);
  expect(doubles(definedTerms(text))).toEqual([]);
  expect(
    doubles(definedTerms('- **Stop**: x. **lane**: y.\n- **stop**: z. **lane** of w: v.')),
  ).toEqual(['stop']);
});

test('the rules of plans are numbered consecutively, and those that the checker names exist', () => {
  const numbers = [...pageOf('docs/rules.md').matchAll(/^(\d+)\. \*\*/gm)].map(([, number]) =>
    Number(number),
  );
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers).toEqual(numbers.map((_, idx) => idx + 1));
  const folder = 'test/support/checker';
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|md)$/.test(path))
    .flatMap((path) => [...readFileSync(`${folder}/${path}`, 'utf8').matchAll(/\brule (\d+)/g)])
    .map(([, number]) => Number(number));
  expect(named.length).toBeGreaterThan(2);
  expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
});

test('the documentation overview links to every page', () => {
  const linked = [...pageOf('docs/README.md').matchAll(/\]\(([\w/.-]+\.md)\)/g)].map(
    ([, path]) => path,
  );
  const pages = readdirSync('docs').filter((path) => path.endsWith('.md') && path !== 'README.md');
  expect(pages.filter((path) => !linked.includes(path))).toEqual([]);
});
