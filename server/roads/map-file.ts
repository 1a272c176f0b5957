/**
 * A map file on disk: reads its header, and each profile's section in one piece.
 *
 * Reads are synchronous because this code runs in engine threads and in commands, never on the event loop.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MapFileHeader, mapHeaderBytes, mapPrefixBytes } from '#wasm';

export type MapFile = {
  path: string;
  /** The prefix and the header, as the core expects them. */
  headerBytes: Uint8Array;
  attribution: string;
  profiles: readonly string[];
  /** The same profiles; those defined by the operator include their size and load. */
  roadUsers: readonly string[];
  /** The size in bytes of the extract that the map was built from. */
  extractBytes: number;
  /** In degrees. */
  bounds: { south: number; west: number; north: number; east: number };
  readSection: (profile: string) => Uint8Array;
  readNames: () => Uint8Array;
  /** Whether the file contains a basemap, which is drawn in addition to the roads. */
  hasBasemap: boolean;
  readBasemap: () => Uint8Array;
  /** Throws if a section is truncated or damaged. Reads the whole file, one section after the other. */
  checkSections: () => void;
};

/** Opens a map file. Throws if it cannot be read, is truncated or damaged, or is not a map of this version. */
export function openMapFile(path: string): MapFile {
  const byteCount = fileBytes(path);
  const prefix = readBytes(path, 0, mapPrefixBytes());
  const headerBytes = readBytes(path, 0, mapHeaderBytes(prefix));
  const header = new MapFileHeader(headerBytes);
  const [south = 0, west = 0, north = 0, east = 0] = header.bounds();
  const profiles = header.profiles();
  const readSection = (profile: string): Uint8Array => {
    const [firstByte = 0, byteCount = 0] = header.section(profile);
    return readBytes(path, headerBytes.length + firstByte, byteCount);
  };
  const readNames = (): Uint8Array => readBytes(path, headerBytes.length, header.namesBytes());
  const basemapAt = headerBytes.length + header.sectionsEnd();
  const hasBasemap = byteCount > basemapAt;
  const readBasemap = (): Uint8Array => readBytes(path, basemapAt, byteCount - basemapAt);
  return {
    path,
    headerBytes,
    attribution: header.attribution(),
    profiles,
    roadUsers: header.roadUsers(),
    extractBytes: header.extractBytes(),
    bounds: { south, west, north, east },
    readSection,
    readNames,
    hasBasemap,
    readBasemap,
    checkSections: () => {
      header.checkNames(readNames());
      for (const profile of profiles) header.checkSection(profile, readSection(profile));
      if (hasBasemap) header.checkBasemap(readBasemap());
    },
  };
}

/** Returns the size of a file. Throws for anything else: opening a pipe, for example, would wait for a writer. */
export function fileBytes(path: string): number {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is not a file');
  return stats.size;
}

/** Returns fewer bytes than `count` at the end of the file; the code that parses them detects this. */
function readBytes(path: string, position: number, count: number): Uint8Array {
  const bytes = new Uint8Array(count);
  const file = openSync(path, 'r');
  try {
    let read = 0;
    while (read < count) {
      const more = readSync(file, bytes, read, count - read, position + read);
      if (more === 0) return bytes.subarray(0, read);
      read += more;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}
