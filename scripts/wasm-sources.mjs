// The fingerprint of everything that determines the built WebAssembly module.
//
// The module is committed, so that the service needs only Node to run. This hash, kept beside it,
// lets a test detect that the sources were changed without a new build. Paths are normalized to
// slashes and line ends to LF, so that every platform computes the same hash.

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
    // The length separates one file's end from the next one's beginning.
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
