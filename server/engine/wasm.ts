/**
 * The WASM module: compiled once on the event loop, instantiated in each thread over the memory of its group.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initSync } from '#wasm';

/** At least what the module declares (18 pages now), at most its maximum: anything else would not link. */
const MEMORY_INITIAL_PAGES = 64;
const MEMORY_MAXIMUM_PAGES = 65_536;

/** Stack of one thread inside the shared memory. */
const THREAD_STACK_BYTES = 1 << 20;

/** Compiles the module that lies beside its JavaScript face in `solver-rs/pkg`. */
export async function compileModule(projectRoot: URL): Promise<WebAssembly.Module> {
  const file = new URL('solver-rs/pkg/route_engine_wasm_bg.wasm', projectRoot);
  return WebAssembly.compile(await readFile(fileURLToPath(file)));
}

export function createSharedMemory(): WebAssembly.Memory {
  return new WebAssembly.Memory({
    initial: MEMORY_INITIAL_PAGES,
    maximum: MEMORY_MAXIMUM_PAGES,
    shared: true,
  });
}

/** Makes this thread's instance; once a thread, before anything of `#wasm` is called. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): void {
  initSync({ module, memory, thread_stack_size: THREAD_STACK_BYTES });
}
