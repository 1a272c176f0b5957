/**
 * What a store of blobs promises, whichever it is: a directory or S3. One contract suite holds both to it.
 *
 * A blob is JSON in gzip under a name of folders and a file: `inputs/<job id>.json.gz`, `results/<job id>.json.gz`. It
 * appears whole or not at all, and is kept for good once `write` resolves.
 */

/** What each code means; the keys are the codes. */
export const BLOB_ERRORS = {
  unavailable: 'The store cannot be used now',
  full: 'The store has no room left',
} as const satisfies Record<string, string>;

export type BlobErrorCode = keyof typeof BLOB_ERRORS;

export class BlobError extends Error {
  override readonly name = 'BlobError';
  readonly code: BlobErrorCode;

  constructor(code: BlobErrorCode, message: string, cause?: unknown) {
    super(`${BLOB_ERRORS[code]}: ${message}`, { cause });
    this.code = code;
  }
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** All of it rejects with `BlobError`, and throws a `TypeError` for what is no name. */
export type BlobStore = {
  /**
   * Resolves with the size in bytes when the blob is kept for good; replaces what was there. Takes constant memory,
   * however long the stream.
   *
   * Rejects with the reason of an aborted signal or what the stream itself threw, too. Then no part is visible. The whole
   * blob may be, where only the word that it is kept was lost at the very end; so write it again or delete it.
   */
  write: (name: string, chunks: Chunks, signal?: AbortSignal) => Promise<number>;
  /** The whole blob in memory, still compressed. Undefined: there is none. */
  read: (name: string) => Promise<Uint8Array | undefined>;
  /** Absent ones are fine. */
  delete: (names: readonly string[]) => Promise<void>;
  /** Names with this prefix and when they were written, in no order. */
  list: (prefix: string) => AsyncIterable<{ name: string; writtenAtMs: number }>;
  /**
   * An address that hands the blob to any client that has it, until then, and needs no key.
   * `origin`, such as `https://example.org`, is where this service is reached; stores with an address of their own do not use it.
   */
  link: (name: string, options: { expiresAtMs: number; origin: string }) => Promise<string>;
  /** Resolves if the store can be used; rejects with what is wrong. For the readiness check. */
  check: (signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

const NAME_LENGTH_MAX = 200;
/** No part begins with a dot: no way out of the store, and no clash with the files that a directory needs for itself. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

export function isBlobName(name: string): boolean {
  return name.length <= NAME_LENGTH_MAX && NAME.test(name);
}

/** Names are ours, made of ids: one that is not a name is a fault of ours. */
export function requireBlobName(name: string): void {
  if (!isBlobName(name)) throw new TypeError(`"${name.slice(0, NAME_LENGTH_MAX)}" is no blob name`);
}
