/**
 * Collects the chunks of a body in blocks, each with its own buffer, so that an engine thread can take them over
 * without copying.
 *
 *   a large chunk that owns its buffer   is kept as a block; so is a body that arrives in one chunk
 *   any other chunk                      is copied into a block: those of one read or one decompressor share memory
 *
 * Node gives each chunk of a plain body its own buffer, so 20 MB are moved instead of copied. The gain is less the copy
 * itself than its garbage: with copies, the event loop ran the garbage collector ten times a second while bodies
 * arrived. A single buffer of 20 MB would cost the event loop 60 ms of page faults (measured), so there are many.
 */
import type { BodyBlocks } from '../api/index.js';

const BLOCK_BYTES = 256 * 1024;
/** The size of the first block of a body without a content-length. */
const FIRST_BLOCK_BYTES = 16 * 1024;
/** Smaller chunks are copied together, so that a body sent byte by byte does not become a million buffers. */
const MOVED_CHUNK_BYTES_MIN = 16 * 1024;

export type BlockCollector = {
  /** Adds a chunk. Calls `reserve` before taking memory, and takes none if `reserve` throws. */
  add: (chunk: Buffer) => void;
  blocks: () => BodyBlocks;
};

/** Creates a collector. `declaredBytes` is the content-length if known. It is not trusted, and only sizes blocks. */
export function collectBlocks(
  declaredBytes: number | undefined,
  reserve: (bytes: number) => void,
): BlockCollector {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let block: Uint8Array<ArrayBuffer> | undefined;
  let filledBytes = 0;
  let addedBytes = 0;

  /** Returns the number of remaining bytes, at most a full block. If it is unknown, the first block is small. */
  const nextBlockBytes = (chunkBytes: number): number => {
    if (declaredBytes === undefined && addedBytes < FIRST_BLOCK_BYTES) return FIRST_BLOCK_BYTES;
    const comingBytes = (declaredBytes ?? Infinity) - addedBytes;
    return Math.min(Math.max(comingBytes, chunkBytes), BLOCK_BYTES);
  };

  /** Pushes what the block contains, so that the order is kept. The block itself is reused. */
  const pushFilled = (): void => {
    if (block === undefined || filledBytes === 0) return;
    reserve(filledBytes);
    blocks.push(block.slice(0, filledBytes));
    filledBytes = 0;
  };
  const copy = (chunk: Uint8Array): void => {
    for (let takenBytes = 0; takenBytes < chunk.length;) {
      if (block === undefined) {
        const blockBytes = nextBlockBytes(chunk.length - takenBytes);
        reserve(blockBytes);
        block = new Uint8Array(blockBytes);
      }
      const part = chunk.subarray(takenBytes, takenBytes + block.length - filledBytes);
      block.set(part, filledBytes);
      filledBytes += part.length;
      takenBytes += part.length;
      addedBytes += part.length;
      if (filledBytes === block.length) {
        blocks.push(block);
        block = undefined;
        filledBytes = 0;
      }
    }
  };

  return {
    add: (chunk) => {
      const isWorthMoving = chunk.length >= MOVED_CHUNK_BYTES_MIN || chunk.length === declaredBytes;
      const { buffer } = chunk;
      if (!isWorthMoving || buffer.byteLength !== chunk.length || !isOwned(buffer)) {
        copy(chunk);
        return;
      }
      pushFilled();
      reserve(chunk.length);
      blocks.push(new Uint8Array(buffer));
      addedBytes += chunk.length;
    },
    blocks: () =>
      block === undefined || filledBytes === 0
        ? blocks
        : [...blocks, block.subarray(0, filledBytes)],
  };
}

/** Returns whether the buffer can be transferred; a shared buffer cannot. */
function isOwned(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return !(buffer instanceof SharedArrayBuffer);
}
