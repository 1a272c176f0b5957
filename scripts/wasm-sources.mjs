// The fingerprint of everything that determines the built WebAssembly module.
//
// The module is committed, so that running the service needs Node alone; this hash, kept beside it,
// is how a test notices that somebody changed the sources and did not build. Paths are written with
// slashes and line ends as LF, so that every platform computes the same.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['Cargo.lock', 'Cargo.toml', 'scripts/build-wasm.mjs'];
const CRATES = ['messages', 'roads', 'routing', 'serving', 'wasm'].map(
  (crate) => `solver-rs/${crate}`,
);

/** SHA-256, in hex, over the paths and contents of all sources below a checkout. */
export function hashWasmSources(root) {
  const hash = createHash('sha256');
  for (const path of listWasmSources(root)) {
    const content = readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
    // The length keeps one file's end apart from the next one's beginning.
    hash.update(`${path}\n${Buffer.byteLength(content)}\n${content}`);
  }
  return hash.digest('hex');
}

function listWasmSources(root) {
  const inCrates = CRATES.flatMap((crate) =>
    readdirSync(join(root, crate), { recursive: true })
      .map((path) => `${crate}/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.rs') || path.endsWith('/Cargo.toml')),
  );
  return [...FILES, ...inCrates].sort();
}
