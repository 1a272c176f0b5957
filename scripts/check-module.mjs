// Fails if the committed WebAssembly module was built from other sources than those of this checkout.
// Part of `npm run lint`: reading the sources takes a moment, building the module takes minutes.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { hashWasmSources } from './wasm-sources.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const built = readFileSync(join(ROOT, 'solver-rs/pkg/sources.sha256'), 'utf8').trim();
if (built !== hashWasmSources(ROOT)) {
  console.error(
    'solver-rs/pkg was built from other sources: run npm run build:wasm, and commit it',
  );
  process.exit(1);
}
