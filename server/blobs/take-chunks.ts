/**
 * The chunks of a stream until a signal is aborted, also while the stream has nothing to give: a source that hangs must
 * not keep a write.
 */
import type { Chunks } from './blob-store.js';

/** Throws the reason of the signal. The source is told in every case that no more is wanted. */
export async function* takeChunks(
  chunks: Chunks,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  let ended = false;
  try {
    for (;;) {
      const taken = await beforeAbort(source.next(), signal);
      if (taken.done === true) {
        ended = true;
        return;
      }
      yield taken.value;
    }
  } finally {
    // Not waited for: a generator that hangs ends no sooner than it goes on. What it throws then concerns nobody.
    if (!ended) void Promise.resolve(source.return?.()).catch(() => undefined);
  }
}

/** Settles as the promise does, or rejects with the signal's reason if that comes first. */
export async function beforeAbort<Value>(
  value: Value | Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (signal === undefined) return value;
  let onAbort = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (onAbort = resolve)).then((): never => {
    signal.throwIfAborted();
    throw new TypeError('the signal is not aborted');
  });
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([value, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
