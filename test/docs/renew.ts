/**
 * Updates examples of the documentation to the values that the service answers now: `UPDATE_EXAMPLES=1` writes them
 * into the pages. The form of what a page shows is kept. An answer of a different form is an error, and a writer must
 * edit the page, as well as the prose about the numbers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { MORE } from './shown.js';

const TOKEN = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g;

/** JSON as in the page, with each value that differs replaced by the one in `actual`. */
export function renewedJson(code: string, actual: unknown): string {
  const tokens = [...code.matchAll(TOKEN)];
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  const text = (): string => tokens[at]?.[0] ?? '';
  const skip = (expected: string): boolean => {
    const isThere = text() === expected;
    if (isThere) at += 1;
    return isThere;
  };
  const walk = (value: unknown): void => {
    if (skip('{')) {
      while (!skip('}')) {
        const name: unknown = JSON.parse(text());
        at += 2;
        walk(name === MORE ? MORE : Object(value)[String(name)]);
        skip(',');
      }
    } else if (skip('[')) {
      for (let idx = 0; !skip(']'); idx += 1) {
        walk(Object(value)[idx]);
        skip(',');
      }
    } else {
      const shown: unknown = JSON.parse(text());
      const start = tokens[at]?.index ?? 0;
      if (shown !== MORE && shown !== value) {
        if (value === undefined || Object(value) === value) {
          throw new Error(`${text()} is shown, and the answer has another form`);
        }
        parts.push(code.slice(copied, start), JSON.stringify(value));
        copied = start + text().length;
      }
      at += 1;
    }
  };
  walk(actual);
  return [...parts, code.slice(copied)].join('');
}

/** Replaces the block at `at`, `PATH:LINE`, in its page. */
export function renewPage(at: string, code: string, renewed: string): void {
  if (code === renewed) return;
  const [path = ''] = at.split(':');
  const page = readFileSync(path, 'utf8');
  if (page.split(code).length !== 2) throw new Error(`${at} stands there more than once`);
  writeFileSync(
    path,
    page.replace(code, () => renewed),
  );
}
