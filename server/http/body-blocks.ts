/**
 * The pieces of a body, each in a buffer of its own, so that an engine thread can take them over without a copy.
 *
 *   a large chunk that owns its buffer   is kept as it is; so is a body that came in one chunk
 *   any other chunk                      is copied into a block, since chunks of one read or of a decompressor share their memory
 *
 * Node gives each chunk of a plain body a buffer of its own, so 20 MB are moved and not copied. That matters less for the
 * copy than for what the copies leave behind: with them the event loop collected its garbage ten times a second while
 * bodies arrived. Blocks and not one buffer, because one of 20 MB costs the event loop 60 ms of page faults (measured).
 */
import type { BodyBlocks } from '../api/index.js';

const BLOCK_BYTES = 256 * 1024;
/** Of a body that does not say how long it is. */
const FIRST_BLOCK_BYTES = 16 * 1024;
/** Smaller ones are gathered, so that a body sent byte by byte does not become a million buffers. */
const MOVED_CHUNK_BYTES_MIN = 16 * 1024;

export type BlockCollector = {
  /** Calls `reserve` before it takes memory, and takes none if that throws. */
  add: (chunk: Buffer) => void;
  blocks: () => BodyBlocks;
};

/** `declaredBytes`: the content-length, if there is one. The client's word; it only chooses sizes. */
export function collectBlocks(
  declaredBytes: number | undefined,
  reserve: (bytes: number) => void,
): BlockCollector {
  const blocks: Uint8Array<ArrayBuffer>[] = [];
  let block: Uint8Array<ArrayBuffer> | undefined;
  let filledBytes = 0;
  let addedBytes = 0;

  /** As much as is still to come, if that is known and little; otherwise little first, then much. */
  const nextBlockBytes = (chunkBytes: number): number => {
    if (declaredBytes === undefined && addedBytes < FIRST_BLOCK_BYTES) return FIRST_BLOCK_BYTES;
    const comingBytes = (declaredBytes ?? Infinity) - addedBytes;
    return Math.min(Math.max(comingBytes, chunkBytes), BLOCK_BYTES);
  };

  /** What is in the block so far comes before whatever follows; the rest of the block is used further. */
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

/** Not shared with a thread, which could not be given it. */
function isOwned(buffer: ArrayBufferLike): buffer is ArrayBuffer {
  return !(buffer instanceof SharedArrayBuffer);
}
