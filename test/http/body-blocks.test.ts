/** A body in blocks has the bytes that arrived, however they were split, and no two blocks share memory. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { collectBlocks } from '../../server/http/body-blocks.js';

const KIB = 1024;

/** Chunks as Node provides them: each in its own buffer, or several in one. */
function chunksOf(lengths: readonly number[], shared: boolean): Buffer[] {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const all = new Uint8Array(total).map((_, idx) => idx * 31 + (idx >> 8));
  let offset = 0;
  return lengths.map((length) => {
    const bytes = shared
      ? all.subarray(offset, offset + length)
      : all.slice(offset, offset + length);
    offset += length;
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  });
}

function collect(chunks: readonly Buffer[], declaredBytes?: number) {
  let reservedBytes = 0;
  const collector = collectBlocks(declaredBytes, (bytes) => (reservedBytes += bytes));
  for (const chunk of chunks) collector.add(chunk);
  return { blocks: collector.blocks(), reservedBytes };
}

test('the blocks concatenated are the chunks concatenated, and each block can be transferred', () => {
  const length = fc.oneof(
    fc.constantFrom(1, 16 * KIB - 1, 16 * KIB, 64 * KIB, 256 * KIB, 256 * KIB + 1),
    fc.integer({ min: 1, max: 40 * KIB }),
  );
  fc.assert(
    fc.property(
      fc.array(length, { maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      (lengths, shared, isDeclared) => {
        const chunks = chunksOf(lengths, shared);
        const sent = Buffer.concat(chunks);
        const { blocks } = collect(chunks, isDeclared ? sent.length : undefined);
        const buffers = new Set(blocks.map((block) => block.buffer));
        expect(buffers.size).toBe(blocks.length);
        // Transfers every buffer, as happens when a thread takes the task.
        const moved = structuredClone(blocks, { transfer: [...buffers] });
        expect(Buffer.concat(moved).equals(sent)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('a large chunk with its own buffer is not copied, and neither is a small body in one piece', () => {
  const [large] = chunksOf([64 * KIB], false);
  const [small] = chunksOf([100], false);
  if (large === undefined || small === undefined) throw new Error('no chunk');
  expect(collect([large]).blocks[0]?.buffer).toBe(large.buffer);
  expect(collect([small], 100).blocks[0]?.buffer).toBe(small.buffer);
});

test('a chunk that shares its buffer is copied; otherwise other requests in it would be transferred too', () => {
  const chunks = chunksOf([64 * KIB, 64 * KIB], true);
  const { blocks } = collect(chunks.slice(0, 1));
  expect(blocks.map((block) => block.buffer)).not.toContain(chunks[0]?.buffer);
});

test('a body that arrives byte by byte, with or without large chunks, takes little more memory than its bytes', () => {
  const drops = chunksOf(
    Array.from({ length: 20 * KIB }, () => 1),
    false,
  );
  // A first block of 16 KiB, then one of 256 KiB for the remaining 4 KiB.
  expect(collect(drops).reservedBytes).toBe(272 * KIB);
  const mixed = chunksOf(
    Array.from({ length: 40 }, (_, idx) => (idx % 2 === 0 ? 1 : 16 * KIB)),
    false,
  );
  // 20 large chunks as they are, a first block of 16 KiB that is reused, and 20 slices of 1 byte.
  expect(collect(mixed).reservedBytes).toBe(20 * 16 * KIB + 16 * KIB + 20);
});
