/**
 * A job's progress as server-sent events, read with `fetch` because the browser's `EventSource` cannot send a key.
 *
 * A service that restarts continues the job, so the reader reconnects.
 */
import { Refusal, send } from './api.js';

export type Best = { cost: number; unserved: number; vehicles: number };
export type JobStatus = {
  status: 'Running' | 'Completed' | 'Failed' | 'Cancelled' | 'Expired';
  url?: string;
  error?: { message: string; comment: string };
  progress: number;
  elapsed: number;
  queue_position: number;
  best: Best | null;
};

const AGAIN_MS = 2_000;

/** Yields each event until the job ends or `abort` fires. Reports a lost and a restored connection to `onLost`. */
export async function* jobEvents(
  jobId: string,
  abort: AbortSignal,
  onLost: (isLost: boolean) => void = () => undefined,
): AsyncGenerator<JobStatus> {
  for (;;) {
    try {
      for await (const status of connection(jobId, abort)) {
        onLost(false);
        yield status;
        if (status.status !== 'Running') return;
      }
    } catch (error) {
      if (abort.aborted || isFinal(error)) throw error;
    }
    onLost(true);
    await pause(abort);
    abort.throwIfAborted();
  }
}

/** Whether another attempt would fail as well: the service refused, and not just for the moment. */
const isFinal = (error: unknown): boolean =>
  error instanceof Refusal && error.status < 500 && error.status !== 429;

function pause(abort: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, AGAIN_MS);
    abort.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

async function* connection(jobId: string, abort: AbortSignal): AsyncGenerator<JobStatus> {
  const path = `/engine/jobs/v1/events?jobid=${encodeURIComponent(jobId)}`;
  const { body } = await send('GET', path, { signal: abort });
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data !== undefined) yield JSON.parse(data) as JobStatus;
    }
  }
}
