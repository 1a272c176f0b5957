/**
 * Blobs in a directory of this machine, and the links to them, which this service issues and serves itself.
 *
 *     <dir>/link-secrets            see link-secrets.ts
 *     <dir>/results/<job id>.json.gz
 *     <dir>/inputs/<job id>.json.gz
 *
 * The directory belongs to one process. A second process would delete the unfinished writes of the first as leftovers
 * of a crash; these writes would fail as `unavailable`, but no stored blob would be damaged.
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
  /** Serves the links. Mount it at `path`. */
  handler: RequestHandler;
  path: string;
};

export type DirectoryBlobsOptions = {
  /** Created if it is missing. */
  dir: string;
  /** Epoch milliseconds. Dates blobs, and decides whether links have expired. */
  clock: () => number;
  /** Nothing can be written to the disk: existing blobs are read, and every write fails. */
  isReadOnly?: boolean;
  /** How fast clients have to read a result. Tests check more often. */
  pace?: Pace;
};

const SECRETS_FILE = 'link-secrets';
/** One disk block: fewer bytes may still fit on a full disk. */
const PROBE = new Uint8Array(4096);

/** Returns whether a process has stored blobs there before. */
export const hasBlobs = (dir: string): boolean => existsSync(join(dir, SECRETS_FILE));

/** Opens the blob store of a directory. Rejects with `BlobError` if the directory cannot be used. */
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

  /** If the disk is unmounted, an empty directory is left in its place, which must not be written to. */
  const requireSameDirectory = async (): Promise<void> => {
    if ((await onDisk(ifThere(stat(secretsPath)))) === undefined) {
      throw new BlobError('unavailable', `${secretsPath} has disappeared; is its disk mounted?`);
    }
  };
  const makeFolder = async (folder: string): Promise<void> => {
    await requireSameDirectory();
    const first = await onDisk(mkdir(folder, { recursive: true, mode: 0o700 }));
    if (first === undefined) return;
    // A new folder is durable once its name is on disk, as well as those of its new parents.
    for (let path = folder; path.length >= first.length; path = dirname(path)) {
      await syncFolder(dirname(path));
    }
  };
  /** Folders that this process has found or created. If one fails, the next write tries again. */
  const folders = new Map<string, Promise<void>>();
  const requireFolder = (folder: string): Promise<void> => {
    const durable = folders.get(folder) ?? makeFolder(folder);
    folders.set(folder, durable);
    return durable;
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
