/**
 * The chunks of a stream until a signal is aborted, also while the stream has nothing to give: a source that hangs must
 * not keep a write.
 */
import { orAborted } from '../waiting/index.js';
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
      const taken = await orAborted(source.next(), signal);
      if (taken.done === true) {
        ended = true;
        return;
      }
      yield taken.value;
    }
  } finally {
    // Not waited for: a generator that hangs ends no sooner than it goes on. What it throws then does not matter.
    if (!ended) void Promise.resolve(source.return?.()).catch(() => undefined);
  }
}
