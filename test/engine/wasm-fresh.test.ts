/** The committed WASM module was built from the sources beside it, and imports a memory that threads can share. */
// Compares the committed WebAssembly module with the sources it claims to be built from.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, test } from '@jest/globals';

import { hashWasmSources } from '../../scripts/wasm-sources.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pkg = `${root}solver-rs/pkg/`;

test('the module was built from the current sources; if not, run `npm run build:wasm`', () => {
  const built = readFileSync(`${pkg}sources.sha256`, 'utf8').trim();
  expect(built).toBe(hashWasmSources(root));
});

test('the module imports its memory, and accepts only a shared one', async () => {
  const module = new WebAssembly.Module(readFileSync(`${pkg}route_engine_wasm_bg.wasm`));
  const imports = WebAssembly.Module.imports(module);
  const [memory, ...others] = imports.filter((it) => it.kind === 'memory');
  expect(others).toEqual([]);
  if (memory === undefined) throw new Error('no memory is imported');

  // The limits of an import cannot be queried, but a memory of the wrong kind is refused with a message that names it.
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
