/** Compares what a page shows of an answer, some of its lines or shortened where it says `…`, with the whole answer. */
import { expect } from '@jest/globals';

export const MORE = '…';

/**
 * `shown` as an asymmetric matcher. `…` stands for any value; at the end of an array, for any further elements; as a
 * field of an object, for any further fields. Everything else must be equal.
 */
export function shownAs(shown: unknown, actual: unknown): unknown {
  if (shown === MORE) return expect.anything();
  if (Array.isArray(shown)) {
    const isOpen = shown.at(-1) === MORE;
    const listed = isOpen ? shown.slice(0, -1) : shown;
    const items = Array.isArray(actual) ? actual : [];
    const expected = listed.map((each, idx) => shownAs(each, items[idx]));
    return isOpen ? [...expected, ...items.slice(listed.length)] : expected;
  }
  if (typeof shown === 'object' && shown !== null) {
    const { [MORE]: more, ...fields } = shown as Record<string, unknown>;
    const values = (typeof actual === 'object' && actual !== null ? actual : {}) as Record<
      string,
      unknown
    >;
    const expected = Object.entries(fields).map(([name, each]) => [
      name,
      shownAs(each, values[name]),
    ]);
    return { ...(more === undefined ? {} : values), ...Object.fromEntries(expected) };
  }
  return shown;
}

/** Lines of an answer, by JSON pointer, as a matcher for the result of `linesOf`. */
export function linesShown(shown: object, actual: unknown): object {
  const entries = Object.entries(shown).map(([pointer, value]: [string, unknown]) => {
    return [pointer, shownAs(value, valueAt(actual, pointer))] as const;
  });
  return Object.fromEntries(entries);
}

/** The values of an answer at the pointers of the shown lines. */
export function linesOf(shown: object, actual: unknown): object {
  const pointers = Object.keys(shown);
  return Object.fromEntries(pointers.map((pointer) => [pointer, valueAt(actual, pointer)]));
}

/** The value at a JSON pointer, undefined if there is none; `*` is each element that has the rest of the pointer. */
function valueAt(value: unknown, pointer: string): unknown {
  const [, name, rest = ''] = /^\/([^/]*)(.*)$/.exec(pointer) ?? [];
  if (name === undefined) return value;
  if (name === '*' && Array.isArray(value)) {
    return value.map((each) => valueAt(each, rest)).filter((each) => each !== undefined);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt((value as Record<string, unknown>)[name], rest);
}
