/**
 * Durable files that appear whole or not at all: each is written in its folder under a temporary name, synced to disk
 * and renamed, and then the folder is synced.
 *
 *     .<name>.<random>.tmp  ──fsync──►  rename to <name>  ──fsync of the folder──►  durable
 *
 * A crash leaves the temporary file, which `removeLeftovers` deletes the next time the store is opened.
 */
import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { open, opendir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { BlobError, type Chunks } from './blob-store.js';
import { takeChunks } from './take-chunks.js';

export type DurableWrite = {
  path: string;
  chunks: Chunks;
  /** Epoch milliseconds. Sets the modification time of the file. */
  clock: () => number;
  signal?: AbortSignal | undefined;
};

const TEMPORARY = /^\..*\.tmp$/;
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Writes a file that only its owner can read. Resolves with its size in bytes. Its folder must exist. */
export async function writeDurably({ path, chunks, clock, signal }: DurableWrite): Promise<number> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${randomBytes(8).toString('hex')}.tmp`);
  const file = await onDisk(open(temporary, 'wx', 0o600));
  let bytes = 0;
  try {
    try {
      for await (const chunk of takeChunks(chunks, signal)) {
        await onDisk(file.writeFile(chunk));
        bytes += chunk.length;
      }
      const writtenAt = clock() / 1000;
      await onDisk(file.utimes(writtenAt, writtenAt));
      await onDisk(file.sync());
    } finally {
      await onDisk(file.close());
    }
    signal?.throwIfAborted();
    await onDisk(rename(temporary, path));
  } catch (error) {
    // If this fails, the file is removed at the next opening; the first error is more informative than this one.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
  return bytes;
}

/** Sync rounds by folder: the running one, and the one that starts when it has ended. */
const running = new Map<string, Promise<void>>();
const waiting = new Map<string, Promise<void>>();

/**
 * Syncs the names in a folder to disk, so that renames and removals in it are durable. All calls during a round share
 * the next round, because it starts after all of them.
 */
export function syncFolder(folder: string): Promise<void> {
  const shared = waiting.get(folder);
  if (shared !== undefined) return shared;
  const round = (running.get(folder) ?? Promise.resolve())
    // The callers of the previous round have received its error.
    .catch(() => undefined)
    .then(async () => {
      waiting.delete(folder);
      running.set(folder, round);
      await syncNow(folder);
    })
    .finally(() => {
      if (running.get(folder) === round) running.delete(folder);
    });
  waiting.set(folder, round);
  return round;
}

async function syncNow(folder: string): Promise<void> {
  const handle = await onDisk(open(folder, 'r'));
  try {
    await onDisk(handle.sync());
  } finally {
    await onDisk(handle.close());
  }
}

/** Deletes the temporary files of writes that a crash interrupted. Call it only while nothing is being written. */
export async function removeLeftovers(folder: string): Promise<void> {
  for await (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeLeftovers(path);
    else if (TEMPORARY.test(entry.name)) await onDisk(rm(path, { force: true }));
  }
}

/** Yields every file below a folder except temporary ones, or nothing if the folder does not exist. */
export async function* filesBelow(
  folder: string,
): AsyncGenerator<{ path: string; writtenAtMs: number }, void, undefined> {
  for await (const entry of entriesOf(folder)) {
    if (entry.name.startsWith('.')) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      yield* filesBelow(path);
      continue;
    }
    // Undefined if the file was deleted after it was listed.
    const stats = await onDisk(ifThere(stat(path)));
    if (stats !== undefined) yield { path, writtenAtMs: stats.mtimeMs };
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent, void, undefined> {
  const dir = await onDisk(ifThere(opendir(folder)));
  if (dir === undefined) return;
  try {
    for (;;) {
      const entry = await onDisk(dir.read());
      if (entry === null) return;
      yield entry;
    }
  } finally {
    await dir.close();
  }
}

/** Resolves with undefined instead of rejecting if the file does not exist. */
export async function ifThere<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Converts errors of the file system to `BlobError`. */
export async function onDisk<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new BlobError(NO_ROOM.has(codeOf(error) ?? '') ? 'full' : 'unavailable', message, error);
  }
}

/** Returns the system's code of an error, such as `ENOENT`. For a `BlobError`, returns that of its cause. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof BlobError) return codeOf(error.cause);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
