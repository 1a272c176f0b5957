/**
 * Follows a job by server-sent events, or by polling if there are no events or the connection breaks.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobStatus } from './schema.js';

export type JobWatch = {
  /** Opens the stream of events. Without events, it rejects or resolves to a status other than 200. */
  events: (signal: AbortSignal | undefined) => Promise<Response>;
  /** Returns the current status of the job, with details. */
  status: (signal: AbortSignal | undefined) => Promise<JobStatus>;
  signal: AbortSignal | undefined;
};

/** The first and the longest pause between polls. */
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 5_000;

/** Yields the status of the job whenever it changes. The last status is the final one. */
export async function* follow(watch: JobWatch): AsyncGenerator<JobStatus> {
  for await (const status of eventsOf(watch)) {
    yield status;
    if (hasEnded(status)) return;
  }
  let last = '';
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, PAUSE_MS_MAX)) {
    const status = await watch.status(watch.signal);
    const news = JSON.stringify({ ...status, elapsed: undefined });
    if (news !== last) {
      last = news;
      yield status;
    }
    if (hasEnded(status)) return;
    await delay(pauseMs, undefined, watch.signal === undefined ? {} : { signal: watch.signal });
  }
}

export const hasEnded = ({ status }: JobStatus): boolean => status !== 'Running';

/** Ends without an error if there are no events: the polling that follows reports what is wrong. */
async function* eventsOf({ events, signal }: JobWatch): AsyncGenerator<JobStatus> {
  try {
    const response = await events(signal);
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      return;
    }
    const parsed = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { data } of piecesOf(parsed)) yield statusOf(data);
  } catch {
    signal?.throwIfAborted();
  }
}

/** Reads a stream piece by piece, because not every runtime can iterate over one. */
async function* piecesOf<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

function statusOf(data: string): JobStatus {
  const status: JobStatus = JSON.parse(data);
  return status;
}
