/** Waiting that ends when a signal aborts. */

/**
 * Aborts the controller with the first of the signals, until the returned function is called. `AbortSignal.any` would be kept by a
 * signal that lives as long as the service.
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

/** For what cannot be stopped, only no longer waited for. */
export async function orAborted<Value>(
  promise: Promise<Value>,
  signal: AbortSignal,
): Promise<Value> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => {
      reject(abortReason(signal));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Of a signal that has aborted. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
