/**
 * Files that appear whole or not at all, and stay: written beside their place under a name that is not looked for, brought
 * to disk, renamed, and the rename brought to disk.
 *
 *     .<name>.<random>.tmp  ──fsync──►  rename to <name>  ──fsync of the folder──►  kept for good
 *
 * A crash leaves the temporary file, which `removeLeftovers` takes away at the next opening.
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
  /** Epoch milliseconds: what its time of writing will say. */
  clock: () => number;
  signal?: AbortSignal | undefined;
};

const TEMPORARY = /^\..*\.tmp$/;
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Resolves with the size in bytes. The file is for its owner's eyes alone. Its folder has to be there. */
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
    // What cannot be removed now goes at the next opening; the first error says more than this one.
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
  return bytes;
}

/** Rounds by folder: the one that runs, and the one that begins when it has ended. */
const running = new Map<string, Promise<void>>();
const waiting = new Map<string, Promise<void>>();

/**
 * Brings the names in a folder to disk: what was renamed into it or removed from it stays so. Those who ask while a round
 * runs share the next one: it begins after all of them have asked.
 */
export function syncFolder(folder: string): Promise<void> {
  const shared = waiting.get(folder);
  if (shared !== undefined) return shared;
  const round = (running.get(folder) ?? Promise.resolve())
    // The round before has told its own.
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

/** Takes away what writes have left that a crash has cut off. Only while nothing is being written. */
export async function removeLeftovers(folder: string): Promise<void> {
  for await (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await removeLeftovers(path);
    else if (TEMPORARY.test(entry.name)) await onDisk(rm(path, { force: true }));
  }
}

/** Every file below a folder that is no temporary one. None where there is no such folder. */
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
    // Undefined: deleted between the listing and the look.
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

/** Undefined in place of the error that there is no such file. */
export async function ifThere<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Turns what the file system throws into `BlobError`. */
export async function onDisk<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new BlobError(NO_ROOM.has(codeOf(error) ?? '') ? 'full' : 'unavailable', message, error);
  }
}

/** The system's code of an error, such as `ENOENT`; also of the one that a `BlobError` was made of. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof BlobError) return codeOf(error.cause);
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
