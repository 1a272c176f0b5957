/** One gzip member made of parts that were compressed separately. */
import { crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { combinedCrc32, createGzipMember, deflateText } from '../../server/matrix/gzip.js';

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;

function memberOf(texts: readonly string[]): Buffer {
  const member = createGzipMember();
  const parts = texts.map((text) => member.add(deflateText(Buffer.from(text))));
  return Buffer.concat([member.begin(), ...parts, member.end()]);
}

test.each([
  { texts: [] },
  { texts: [''] },
  { texts: ['a'] },
  { texts: ['a', '', 'b'] },
  { texts: ['{"p":', '[1200,95],'.repeat(100_000), ','.repeat(3), 'é}'] },
])('parts decompress to their texts in order: %#', ({ texts }) => {
  const bytes = memberOf(texts);
  expect(gunzipSync(bytes).toString()).toBe(texts.join(''));
  // A reader that stops after the first member also gets everything.
  const inflated = inflateRawSync(bytes.subarray(HEADER_BYTES, -TRAILER_BYTES));
  expect(inflated.toString()).toBe(texts.join(''));
});

test.each([
  ['', ''],
  ['', 'b'],
  ['a', ''],
  ['a', 'b'],
  ['123', '456789'],
  ['x'.repeat(100_000), 'yz'.repeat(77_777)],
])('the checksum of two texts follows from those of each: %#', (first, second) => {
  const combined = combinedCrc32(crc32(first), crc32(second), Buffer.byteLength(second));
  expect(combined).toBe(crc32(first + second));
});

test('a text with a wrong checksum is refused', () => {
  const bytes = memberOf(['abc', 'def']);
  const at = bytes.length - TRAILER_BYTES;
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  expect(() => gunzipSync(bytes)).toThrow('incorrect data check');
});
