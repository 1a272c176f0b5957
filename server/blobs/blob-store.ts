/**
 * The contract of a blob store, which is a directory or S3. One contract suite tests both.
 *
 * A blob is gzipped JSON. Its name is a path of folders and a file: `inputs/<job id>.json.gz`, `results/<job
 * id>.json.gz`. It appears whole or not at all, and is durable once `write` resolves.
 */

/** The meaning of each error code; the keys are the codes. */
export const BLOB_ERRORS = {
  unavailable: 'The store is unavailable',
  full: 'The store is full',
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

/** All methods reject with `BlobError`, and with a `TypeError` if a name is invalid. */
export type BlobStore = {
  /**
   * Writes a blob, replacing an existing one. Resolves with its size in bytes once it is durable. Uses constant memory,
   * however long the stream is.
   *
   * Also rejects with the reason of an aborted signal, or with what the stream threw. A partial blob is never visible
   * then, but the whole blob may be, if only the confirmation was lost at the very end; so write it again or delete it.
   */
  write: (name: string, chunks: Chunks, signal?: AbortSignal) => Promise<number>;
  /** Returns the whole blob, still compressed, or undefined if it does not exist. */
  read: (name: string) => Promise<Uint8Array | undefined>;
  /** Deletes blobs. Ignores names that do not exist. */
  delete: (names: readonly string[]) => Promise<void>;
  /** Lists the blobs whose names have this prefix, with the times when they were written, in no particular order. */
  list: (prefix: string) => AsyncIterable<{ name: string; writtenAtMs: number }>;
  /**
   * Returns a URL that gives the blob to any client, without a key, until `expiresAtMs`. `origin`, such as
   * `https://example.org`, is where this service is reached; stores with an address of their own ignore it.
   */
  link: (name: string, options: { expiresAtMs: number; origin: string }) => Promise<string>;
  /** Resolves if the store can be used, and rejects with the fault otherwise. For the readiness check. */
  check: (signal?: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
};

const NAME_LENGTH_MAX = 200;
/** No part begins with a dot, so that names can neither leave the store nor clash with the directory's own files. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)+$/;

export function isBlobName(name: string): boolean {
  return name.length <= NAME_LENGTH_MAX && NAME.test(name);
}

/** Throws a `TypeError` for an invalid name. Our code makes the names from ids, so an invalid one is a bug. */
export function requireBlobName(name: string): void {
  if (!isBlobName(name)) throw new TypeError(`"${name.slice(0, NAME_LENGTH_MAX)}" is no blob name`);
}
