/** Waits that end when a signal aborts. */

/**
 * Settles as the promise does, or rejects with the signal's reason if the signal aborts first. For work that cannot be
 * stopped, only no longer awaited; the later outcome of the promise is ignored.
 */
export async function orAborted<Value>(
  value: Value | PromiseLike<Value>,
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

/**
 * Aborts the controller when the first of the signals aborts, until the returned function is called. A result of
 * `AbortSignal.any` would be retained by a signal that lives as long as the service.
 */
export function follow(controller: AbortController, signals: readonly AbortSignal[]): () => void {
  const stops = signals.map((signal) => {
    const onAbort = (): void => {
      controller.abort(signal.reason);
    };
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    return () => signal.removeEventListener('abort', onAbort);
  });
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns the reason of an aborted signal as an `Error`. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
