/** Counts of values in a body, taken from its bytes, compared with those of a parser. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  countJson,
  jsonExcess,
  parseBody,
  type JsonBounds,
} from '../../server/validation/index.js';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The naive twin: counts a parsed value. */
function countValue(value: unknown): JsonBounds {
  const counts = { depth: 0, objects: 0, arrays: 0, names: 0, values: 1 };
  if (typeof value !== 'object' || value === null) return counts;
  const members = Array.isArray(value) ? value : Object.values(value);
  if (Array.isArray(value)) counts.arrays += 1;
  else {
    counts.objects += 1;
    counts.names += members.length;
  }
  if (members.length === 0) counts.values += 1;
  for (const member of members) {
    const of = countValue(member);
    counts.depth = Math.max(counts.depth, of.depth);
    counts.objects += of.objects;
    counts.arrays += of.arrays;
    counts.names += of.names;
    counts.values += of.values;
  }
  counts.depth += 1;
  return counts;
}

test('the counts from the bytes are those of a parser, wherever the bytes are split', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.array(fc.nat()), (text, cuts) => {
      const bytes = bytesOf(text);
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
        (a, b) => a - b,
      );
      const blocks = ends.map((end, idx) => bytes.slice(ends[idx - 1] ?? 0, end));
      expect(countJson(blocks)).toEqual(countValue(JSON.parse(text)));
    }),
  );
});

test.each([
  // One value, a container, and its comma or its element.
  ['[1,2]', { depth: 1, objects: 0, arrays: 1, names: 0, values: 3 }],
  ['{"a":[1,[]],"b":"}"}', { depth: 3, objects: 1, arrays: 2, names: 2, values: 6 }],
  ['"[{,:"', { depth: 0, objects: 0, arrays: 0, names: 0, values: 1 }],
  [String.raw`["\"[[[","\\",[]]`, { depth: 2, objects: 0, arrays: 2, names: 0, values: 5 }],
  [']]]]', { depth: 0, objects: 0, arrays: 0, names: 0, values: 1 }],
])('%s', (text, expected) => {
  expect(countJson([bytesOf(text)])).toEqual(expected);
  expect(countJson(Array.from(bytesOf(text), (byte) => Uint8Array.of(byte)))).toEqual(expected);
});

/** 3 deep, 2 objects, 2 arrays, 4 names. */
const BODY = '{"a":[{"b":1,"c":2},[]],"d":3}';
const EXACT = countJson([bytesOf(BODY)]);

test.each(['depth', 'objects', 'arrays', 'names', 'values'] as const)(
  'the bound of %s is exact, and is named when exceeded',
  (kind) => {
    const outcome = (bound: number) => parseBody([bytesOf(BODY)], { ...EXACT, [kind]: bound });
    expect(outcome(EXACT[kind] + 1).kind).toBe('ok');
    expect(outcome(EXACT[kind]).kind).toBe('ok');
    expect(outcome(EXACT[kind] - 1)).toEqual({
      ...{ kind: 'bad', code: 'request_too_complex' },
      comment: expect.stringContaining(`the maximum is ${EXACT[kind] - 1}.`),
    });
  },
);

test('invalid JSON is left to the parser, unless it is too large', () => {
  expect(jsonExcess([bytesOf('[[[')], EXACT)).toContain('arrays');
  expect(parseBody([bytesOf('[[')], EXACT)).toMatchObject({ code: 'invalid_json' });
});
