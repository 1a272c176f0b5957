/**
 * A map file on disk: its header, and the section of a profile by one read.
 *
 * Read synchronously: this runs in engine threads and in commands, never on the event loop.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { MapFileHeader, mapHeaderBytes, mapPrefixBytes } from '#wasm';

export type MapFile = {
  path: string;
  /** Prefix and header, as the core wants them. */
  headerBytes: Uint8Array;
  attribution: string;
  profiles: readonly string[];
  /** The same, each with its size and load where it is an operator's own. */
  roadUsers: readonly string[];
  /** How many bytes the extract had that the map was made of. */
  extractBytes: number;
  /** Degrees. */
  bounds: { south: number; west: number; north: number; east: number };
  readSection: (profile: string) => Uint8Array;
  readNames: () => Uint8Array;
  /** Whether it has what is drawn beside roads. */
  hasBasemap: boolean;
  readBasemap: () => Uint8Array;
  /** Throws when a section is cut off or damaged. Reads the whole file, one section after the other. */
  checkSections: () => void;
};

/** Throws when the file is not a map of this version, is cut off or damaged, or cannot be read. */
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

/** The size of a file. Throws when it is something else: opening a pipe would wait for somebody who writes to it. */
export function fileBytes(path: string): number {
  const stats = statSync(path);
  if (!stats.isFile()) throw new Error('it is not a file');
  return stats.size;
}

/** Fewer bytes than asked for where the file ends: what reads them notices. */
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
