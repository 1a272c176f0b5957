/** A job's course as server-sent events. Read from a plain request, since the browser's own reader of events sends no key. */
import { send } from './api.js';

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

/** Each event, until the job has ended or `abort` says so. */
export async function* jobEvents(jobId: string, abort: AbortSignal): AsyncGenerator<JobStatus> {
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
