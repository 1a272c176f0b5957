/**
 * The frames exchanged with the native program, in both directions. Must match `solver-rs/cli/src/serve/frames.rs`.
 *
 *     frame    u32 size of the values in bytes | u32 kind | values …
 *     number   f64
 *     array    f64 size in bytes | its numbers, little endian | zeros up to a multiple of 8
 *     text     an array of bytes, UTF-8
 *
 * Everything starts at a multiple of 8 bytes, so that the arrays of an answer are read in place, without a copy.
 */

/** A number, a flag, a text or an array. */
export type Value = number | boolean | string | Numbers;
type Numbers = Float64Array | Uint32Array | Int32Array | Uint8Array;

export const HEAD_BYTES = 8;
const ALIGNMENT = 8;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function frameOf(kind: number, values: readonly Value[]): Uint8Array {
  const ready = values.map((value) => (typeof value === 'string' ? encoder.encode(value) : value));
  const byteCount = ready.reduce((total: number, value) => total + bytesOf(value), 0);
  const frame = new Uint8Array(HEAD_BYTES + byteCount);
  const view = new DataView(frame.buffer);
  view.setUint32(0, byteCount, true);
  view.setUint32(4, kind, true);
  let at = HEAD_BYTES;
  for (const value of ready) {
    if (typeof value === 'object') {
      view.setFloat64(at, value.byteLength, true);
      frame.set(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), at + ALIGNMENT);
    } else {
      view.setFloat64(at, Number(value), true);
    }
    at += bytesOf(value);
  }
  return frame;
}

function bytesOf(value: number | boolean | Numbers): number {
  return typeof value === 'object' ? ALIGNMENT + padded(value.byteLength) : ALIGNMENT;
}

function padded(byteCount: number): number {
  return Math.ceil(byteCount / ALIGNMENT) * ALIGNMENT;
}

/** Parses a head: the number of bytes that follow it, and the kind of the frame. */
export function headOf(head: Uint8Array): { byteCount: number; kind: number } {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  return { byteCount: view.getUint32(0, true), kind: view.getUint32(4, true) };
}

/** Reads values in the order in which they were written. Arrays are views of the frame's buffer. */
export type FrameReader = {
  number: () => number;
  flag: () => boolean;
  text: () => string;
  bytes: () => Uint8Array<ArrayBuffer>;
  floats: () => Float64Array<ArrayBuffer>;
  integers: () => Int32Array<ArrayBuffer>;
};

export function readerOf(buffer: ArrayBuffer): FrameReader {
  const view = new DataView(buffer);
  let at = 0;
  const number = (): number => {
    at += ALIGNMENT;
    return view.getFloat64(at - ALIGNMENT, true);
  };
  /** Skips an array and returns the position of its first byte and its size in bytes. */
  const array = (): [first: number, byteCount: number] => {
    const byteCount = number();
    const first = at;
    at += padded(byteCount);
    return [first, byteCount];
  };
  const bytes = (): Uint8Array<ArrayBuffer> => new Uint8Array(buffer, ...array());
  return {
    number,
    flag: () => number() !== 0,
    text: () => decoder.decode(bytes()),
    bytes,
    floats: () => {
      const [first, byteCount] = array();
      return new Float64Array(buffer, first, byteCount / Float64Array.BYTES_PER_ELEMENT);
    },
    integers: () => {
      const [first, byteCount] = array();
      return new Int32Array(buffer, first, byteCount / Int32Array.BYTES_PER_ELEMENT);
    },
  };
}
