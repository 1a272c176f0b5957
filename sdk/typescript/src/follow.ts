/**
 * The course of a job, by server-sent events; where these do not come, or break off, by asking again and again.
 */
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { JobStatus } from './schema.js';

export type JobWatch = {
  /** The events of the job, as they come. Rejects, or gives another status than 200, where there are none. */
  events: (signal: AbortSignal | undefined) => Promise<Response>;
  /** How the job is now, with details. */
  status: (signal: AbortSignal | undefined) => Promise<JobStatus>;
  signal: AbortSignal | undefined;
};

/** Between questions: at first and at most. */
const PAUSE_MS = 500;
const PAUSE_MS_MAX = 5_000;

/** How the job is, each time that something has changed. The last is its end. */
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

/** Ends without an error where events are not to be had: asking comes after it, and tells what is wrong. */
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

/** Not every runtime can iterate over a stream. */
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
