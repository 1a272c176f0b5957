/**
 * Builds a map from an extract in the WASM core, for `npm run map:build` and the first start.
 *
 * The extract is read twice in pieces, and twice more if relations define low-emission zones. Each profile's section is
 * written as soon as it is built, so that memory holds only the roads and one network. The header comes first in the
 * file but is known last, so the sections are first written to a separate file beside the map. The map itself appears
 * by a rename, complete or not at all. The names of these files differ between processes, because two processes that
 * start together each build the same map.
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
  /** Whether traffic keeps to the left where no tag says so. If undefined, the country of each road decides. */
  leftHand: boolean | undefined;
  /** Also keeps water, green areas, buildings and place names, to be drawn. Default: false. */
  hasBasemap?: boolean;
  /** The suffix of the names of scratch files. It must be unique among concurrent builds. */
  scratchSuffix: string;
  /** The core's memory. It never shrinks, so its final size is the peak of the build. */
  memory: WebAssembly.Memory;
  onProgress: (progress: MapBuildProgress) => void;
  /** Receives human-readable counts of what was read, used and skipped: for the extract, then for each profile. */
  onReport?: (report: string) => void;
};

export type MapBuildProgress = {
  /** From 0 to 1, weighted by the time that each step takes for a city. */
  done: number;
  /** A human-readable description of the current step. */
  step: string;
};

/** Reading takes about a tenth of the time of building five profiles. */
const READING_SHARE = 0.1;
/** Passes over the extract: for the roads, and in addition for the basemap. */
const PASSES = 2;
const BASEMAP_PASSES = 3;

/** Builds a map. Throws if the extract cannot be read or the map cannot be written; no files are left behind then. */
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

/** Removes the scratch files of a build. For the caller that ended the building thread, which could not clean up. */
export function removeScratch(mapPath: string, scratchSuffix: string): void {
  for (const path of scratchPaths(mapPath, scratchSuffix)) rmSync(path, { force: true });
}

/**
 * A scratch file that was not written for this long is abandoned: a build writes each profile when it is finished, and
 * the largest takes hours.
 */
const ABANDONED_MS = 24 * 3600_000;
const SCRATCH = /\.map\.(?:sections|unfinished)-(?:(?<host>.+)\.(?<pid>\d+)\.)?[0-9a-f-]{36}$/;

/**
 * Returns a suffix that is unique among concurrent builds and identifies the process, so that files left behind by a
 * killed build can be told from files that a build is writing.
 */
export function newScratchSuffix(): string {
  return `${hostname()}.${process.pid}.${randomUUID()}`;
}

/**
 * Removes the scratch files of killed builds: those whose process is gone, and those of another machine or release that
 * were not written for a day.
 */
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

/**
 * Whether another process with this pid is running. This process has not started a build yet, so a file with its own
 * pid was left by an earlier process.
 */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists but belongs to another user.
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
