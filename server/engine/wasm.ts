/**
 * The WASM module: compiled once on the event loop, and instantiated in each thread with the memory of its group.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initSync } from '#wasm';

/** Between the minimum that the module declares (18 pages now) and its maximum. Other values would not link. */
const MEMORY_INITIAL_PAGES = 64;
const MEMORY_MAXIMUM_PAGES = 65_536;

/** Stack of one thread inside the shared memory. */
const THREAD_STACK_BYTES = 1 << 20;

/** Compiles the module that lies beside its JavaScript bindings in `solver-rs/pkg`. */
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

/** Creates this thread's instance. Call it once in each thread, before any function of `#wasm`. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory): void {
  initSync({ module, memory, thread_stack_size: THREAD_STACK_BYTES });
}
