/**
 * Reads the chunks of a stream until a signal is aborted, even while the stream yields nothing, so that a source that
 * hangs does not block a write.
 */
import { orAborted } from '../waiting/index.js';
import type { Chunks } from './blob-store.js';

/** Yields the chunks. Throws the reason of the signal. Always closes the source, unless it has ended by itself. */
export async function* takeChunks(
  chunks: Chunks,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  const source =
    Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]();
  let ended = false;
  try {
    for (;;) {
      const taken = await orAborted(source.next(), signal);
      if (taken.done === true) {
        ended = true;
        return;
      }
      yield taken.value;
    }
  } finally {
    // Not awaited: a generator that hangs cannot return before it resumes. What it throws then does not matter.
    if (!ended) void Promise.resolve(source.return?.()).catch(() => undefined);
  }
}
