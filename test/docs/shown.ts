/** What a page shows of an answer, shortened where it says `…`, beside the whole answer. */
import { expect } from '@jest/globals';

export const MORE = '…';

/**
 * `shown` as an asymmetric matcher. `…` stands for any value; at the end of an array for any further elements; as a
 * field of an object for any further fields. Everything else must be equal.
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
