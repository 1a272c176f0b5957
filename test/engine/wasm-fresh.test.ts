/** The committed WASM module was built from the sources beside it, and has the memory that threads can share. */
// The committed WebAssembly module against the sources it claims to be built from.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';

import { hashWasmSources } from '../../scripts/wasm-sources.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pkg = `${root}solver-rs/pkg/`;

test('the module was built from the sources as they are now; else run `npm run build:wasm`', () => {
  const built = readFileSync(`${pkg}sources.sha256`, 'utf8').trim();
  expect(built).toBe(hashWasmSources(root));
});

test('the module imports its memory, and takes a shared one only', async () => {
  const module = new WebAssembly.Module(readFileSync(`${pkg}route_engine_wasm_bg.wasm`));
  const imports = WebAssembly.Module.imports(module);
  const [memory, ...others] = imports.filter((it) => it.kind === 'memory');
  expect(others).toEqual([]);
  if (memory === undefined) throw new Error('no memory is imported');

  // The limits of an import cannot be asked for; a memory of the wrong kind is refused by name.
  const functions = Object.fromEntries(
    imports.filter((it) => it.kind === 'function').map((it) => [it.name, () => undefined]),
  );
  const instantiate = (shared: boolean): Promise<unknown> => {
    const ours = new WebAssembly.Memory({ initial: 256, maximum: 65_536, shared });
    return WebAssembly.instantiate(module, {
      [memory.module]: { ...functions, [memory.name]: ours },
    });
  };
  await expect(instantiate(false)).rejects.toThrow(/shared/);
  await expect(instantiate(true)).resolves.toBeInstanceOf(WebAssembly.Instance);
});
