/**
 * A map from an extract, in the WASM core: what `npm run map:build` and the first start do.
 *
 * The extract is read twice in pieces, and twice more where relations draw low-emission zones; each profile's section is written as soon as it is built, so that memory holds the
 * roads and one network. The header is known last and stands first, so the sections wait in a file beside the map; the
 * map itself appears by a rename, whole or not at all. These files have names of their own in every process, since two that
 * start together build the same map, each by itself.
 */
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { MapBuilder } from '#wasm';
import { fileBytes } from './map-file.js';

const CHUNK_BYTES = 1 << 20;

export type MapBuildOptions = {
  extractPath: string;
  mapPath: string;
  /** Names of profiles, and vehicles such as `semitrailer=truck:length=16.5:hazmat`. */
  profiles: readonly string[];
  /** Whether traffic keeps to the left where no tag says; undefined: by the country of each road. */
  leftHand: boolean | undefined;
  /** Keeps water, green, buildings and places as well, to be drawn. Left out: no. */
  hasBasemap?: boolean;
  /** Ends the names of the files that are needed on the way, different for everybody who builds at the same time. */
  scratchSuffix: string;
  /** The core's. It never shrinks, so that in the end its size is what the build took at most. */
  memory: WebAssembly.Memory;
  onProgress: (progress: MapBuildProgress) => void;
  /** Counts of what was read, used and skipped, for people: of the extract, then of each profile. */
  onReport?: (report: string) => void;
};

export type MapBuildProgress = {
  /** From 0 to 1, by what the steps take for a city. */
  done: number;
  /** What is being done, for people. */
  step: string;
};

/** Reading takes about a tenth of the time of building five profiles. */
const READING_SHARE = 0.1;
/** Over the extract, for its roads and for what is beside them. */
const PASSES = 2;
const BASEMAP_PASSES = 3;

/** Throws when the extract cannot be read or the map not be written; nothing is left behind then. */
export async function buildMap(options: MapBuildOptions): Promise<void> {
  const { mapPath, profiles, scratchSuffix, memory, onProgress, onReport } = options;
  const [sectionsPath, unfinishedPath] = scratchPaths(mapPath, scratchSuffix);
  try {
    const builder = readExtract(options);
    onReport?.(builder.report());
    const sections = openSync(sectionsPath, 'w');
    try {
      writeAll(sections, builder.names());
      profiles.forEach((profile, profileIdx) => {
        const done = READING_SHARE + (1 - READING_SHARE) * (profileIdx / profiles.length);
        onProgress({ done, step: `building ${profile}` });
        const section = builder.section(profile);
        writeAll(sections, section.takeBytes());
        onReport?.(`${profile}: ${section.report()}`);
        section.free();
      });
      writeAll(sections, builder.takeBasemap());
    } finally {
      closeSync(sections);
    }
    const map = openSync(unfinishedPath, 'w');
    writeAll(map, builder.header());
    closeSync(map);
    builder.free();
    await pipeline(
      createReadStream(sectionsPath),
      createWriteStream(unfinishedPath, { flags: 'a' }),
    );
    syncFile(unfinishedPath);
    renameSync(unfinishedPath, mapPath);
    const megabytes = Math.ceil(memory.buffer.byteLength / 1e6);
    onProgress({ done: 1, step: `done, in ${megabytes} MB of memory at most` });
  } finally {
    removeScratch(mapPath, scratchSuffix);
  }
}

/** For who has ended the thread that was building. */
export function removeScratch(mapPath: string, scratchSuffix: string): void {
  for (const path of scratchPaths(mapPath, scratchSuffix)) rmSync(path, { force: true });
}

/** Untouched for so long, a part belongs to nobody: a builder writes each profile when it is done, the largest in hours. */
const ABANDONED_MS = 24 * 3600_000;
const SCRATCH = /\.map\.(?:sections|unfinished)-(?:(?<host>.+)\.(?<pid>\d+)\.)?[0-9a-f-]{36}$/;

/** Different for everybody who builds at the same time, and says who it is: what a builder leaves that was killed can be told from what one writes. */
export function newScratchSuffix(): string {
  return `${hostname()}.${process.pid}.${randomUUID()}`;
}

/** Removes what builds have left that were killed: their process is gone, or, of another machine or release, nobody has written for a day. */
export function removeAbandoned(mapsDir: string, nowMs: number): void {
  for (const name of readdirSync(mapsDir)) {
    const { groups } = SCRATCH.exec(name) ?? {};
    if (!SCRATCH.test(name)) continue;
    const path = join(mapsDir, name);
    const isOurs = groups?.['host'] === hostname();
    const isAbandoned = isOurs
      ? !isRunning(Number(groups['pid']))
      : nowMs - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs) > ABANDONED_MS;
    if (isAbandoned) rmSync(path, { force: true });
  }
}

/** Whether another process has this number. Ours has begun nothing yet, whichever process had its number before. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function scratchPaths(mapPath: string, suffix: string): [sections: string, unfinished: string] {
  return [`${mapPath}.sections-${suffix}`, `${mapPath}.unfinished-${suffix}`];
}

function readExtract({
  extractPath,
  leftHand,
  hasBasemap = false,
  onProgress,
}: MapBuildOptions): MapBuilder {
  const byteCount = fileBytes(extractPath);
  const chunk = new Uint8Array(CHUNK_BYTES);
  const file = openSync(extractPath, 'r');
  try {
    const first = readSync(file, chunk, 0, CHUNK_BYTES, 0);
    const builder = new MapBuilder(chunk.subarray(0, first), leftHand, hasBasemap);
    const passCount = hasBasemap ? PASSES + BASEMAP_PASSES : PASSES;
    for (let pass = 0, again = true; again; pass += 1) {
      let position = 0;
      for (;;) {
        const count = readSync(file, chunk, 0, CHUNK_BYTES, position);
        if (count === 0) break;
        builder.push(chunk.subarray(0, count));
        position += count;
        const passes = pass + Math.min(1, position / byteCount);
        onProgress({
          done: READING_SHARE * Math.min(1, passes / passCount),
          step: 'reading the extract',
        });
      }
      again = builder.endPass();
    }
    return builder;
  } finally {
    closeSync(file);
  }
}

function writeAll(file: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += writeSync(file, bytes, written);
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
