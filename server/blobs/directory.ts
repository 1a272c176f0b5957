/**
 * Blobs in a directory of this machine, and the links to them that this service hands out and answers itself.
 *
 *     <dir>/link-secrets            see link-secrets.ts
 *     <dir>/results/<job id>.json.gz
 *     <dir>/inputs/<job id>.json.gz
 *
 * The directory belongs to one process. Were another opened on it, it would take the first one's unfinished writes for
 * leftovers of a crash; they would fail as `unavailable`, and nothing that is kept would be harmed.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { RequestHandler } from 'express';
import { BlobError, requireBlobName, type BlobStore } from './blob-store.js';
import {
  filesBelow,
  ifThere,
  onDisk,
  removeLeftovers,
  syncFolder,
  writeDurably,
} from './durable-file.js';
import { openLinkSecrets } from './link-secrets.js';
import { createResultsHandler, type Pace } from './results-handler.js';
import { RESULTS_PATH, signedLink } from './signed-link.js';

export type DirectoryBlobs = BlobStore & {
  /** Answers the links; to be mounted at `path`. */
  handler: RequestHandler;
  path: string;
};

export type DirectoryBlobsOptions = {
  /** Made if it is missing. */
  dir: string;
  /** Epoch milliseconds: when blobs were written, and whether links have expired. */
  clock: () => number;
  /** The disk takes nothing: what is there is read, and every write fails. */
  isReadOnly?: boolean;
  /** How much clients have to read of a result. Tests look sooner. */
  pace?: Pace;
};

const SECRETS_FILE = 'link-secrets';
/** One block of a disk: less may be found room for where there is none. */
const PROBE = new Uint8Array(4096);

/** Whether a process has kept blobs there before. */
export const hasBlobs = (dir: string): boolean => existsSync(join(dir, SECRETS_FILE));

/** Rejects with `BlobError` when the directory cannot be used. */
export async function openDirectoryBlobs(options: DirectoryBlobsOptions): Promise<DirectoryBlobs> {
  const { dir, clock } = options;
  const secretsPath = join(dir, SECRETS_FILE);
  const pathOf = (name: string): string => {
    requireBlobName(name);
    return join(dir, name);
  };
  if (options.isReadOnly !== true) await onDisk(mkdir(dir, { recursive: true, mode: 0o700 }));
  const secrets = await openLinkSecrets(secretsPath);
  if (options.isReadOnly !== true) await removeLeftovers(dir);

  /** A disk that is not mounted leaves an empty directory behind, which must not fill up in its place. */
  const requireSameDirectory = async (): Promise<void> => {
    if ((await onDisk(ifThere(stat(secretsPath)))) === undefined) {
      throw new BlobError('unavailable', `${secretsPath} has gone; is its disk mounted?`);
    }
  };
  const makeFolder = async (folder: string): Promise<void> => {
    await requireSameDirectory();
    const first = await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }));
    if (first === undefined) return;
    // A new folder is kept for good when its name is on disk, as is each new one on the way to it.
    for (let path = folder; path.length >= first.length; path = dirname(path)) {
      await syncFolder(dirname(path));
    }
  };
  /** Folders that this process has found or made. One that fails is asked for again by the next write. */
  const folders = new Map<string, Promise<void>>();
  const requireFolder = (folder: string): Promise<void> => {
    const made = folders.get(folder) ?? makeFolder(folder);
    folders.set(folder, made);
    return made;
  };

  return {
    async write(name, chunks, signal) {
      const path = pathOf(name);
      const folder = dirname(path);
      signal?.throwIfAborted();
      try {
        await requireFolder(folder);
        return await writeDurably({ path, chunks, clock, signal });
      } catch (error) {
        folders.delete(folder);
        throw error;
      }
    },

    async read(name) {
      return onDisk(ifThere(readFile(pathOf(name))));
    },

    async delete(names) {
      const changed = new Set<string>();
      for (const path of names.map(pathOf)) {
        const removed = await onDisk(ifThere(unlink(path).then(() => path)));
        if (removed !== undefined) changed.add(dirname(path));
      }
      for (const folder of changed) await syncFolder(folder);
    },

    async *list(prefix) {
      const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
      if (folder !== '') requireBlobName(`${folder}x`);
      for await (const { path, writtenAtMs } of filesBelow(join(dir, folder))) {
        const name = relative(dir, path).replaceAll(sep, '/');
        if (name !== SECRETS_FILE && name.startsWith(prefix)) yield { name, writtenAtMs };
      }
    },

    async link(name, { expiresAtMs, origin }) {
      return signedLink(name, { expiresAtMs, origin }, secrets);
    },

    async check() {
      await requireSameDirectory();
      const probe = join(dir, `.check.${randomBytes(8).toString('hex')}.tmp`);
      try {
        await onDisk(writeFile(probe, PROBE, { flag: 'wx', mode: 0o600 }));
      } finally {
        await onDisk(rm(probe, { force: true }));
      }
    },

    // Nothing is held open between calls.
    close: async () => undefined,

    path: RESULTS_PATH,
    handler: createResultsHandler({
      secrets,
      clock,
      pathOf,
      ...(options.pace === undefined ? {} : { pace: options.pace }),
    }),
  };
}
