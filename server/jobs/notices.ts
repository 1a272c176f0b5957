/** The loop over the outbox: tells of ended jobs, again and again until somebody listens or it is given up. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AccountId } from '../storage/index.js';
import type { DueNotice, Outbox } from './outbox.js';
import type { JobView, JobViews } from './view.js';

const LOOK_MS = 1_000;

export type Notice = {
  /** The same for each attempt, so that a receiver can tell a repetition. */
  id: string;
  accountId: AccountId;
  url: string;
  /** JSON. */
  body: string;
};

/** When to try again after so many failed attempts, or undefined: it was heard, or is not to be tried again. */
export type NoticeSender = (
  notice: Notice,
  attempts: number,
  signal: AbortSignal,
) => Promise<number | undefined>;

export type NoticesParts = {
  outbox: Outbox;
  views: JobViews;
  link: (view: JobView) => Promise<string | undefined>;
  send: NoticeSender;
  clock: () => number;
  logger: Logger;
};

export type Notices = { start: () => void; stop: () => Promise<void> };

export function createNotices(parts: NoticesParts): Notices {
  const { outbox, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function tell(due: DueNotice): Promise<void> {
    const view = await parts.views.find(due.id, due.accountId);
    const url = view === undefined ? undefined : await parts.link(view);
    const data = {
      jobid: due.id,
      kind: due.kind,
      status: STATUS_WORDS[due.state],
      ...(url === undefined ? {} : { url }),
      ...(view?.error === undefined ? {} : { error: view.error }),
    };
    const body = JSON.stringify({
      type: `job.${due.state}`,
      timestamp: new Date(due.endedAtMs).toISOString(),
      data,
    });
    const notice = { id: `msg_${due.id}`, accountId: due.accountId, url: due.url, body };
    const nextAtMs = await parts.send(notice, due.attempts, signal);
    // Sent or not, a stop in between leaves it due: it is told twice rather than never.
    if (signal.aborted && nextAtMs !== undefined) return;
    await outbox.settle(due, nextAtMs);
  }

  const round = async (): Promise<void> => {
    const due = await outbox.take();
    await Promise.all(due.map(tell));
    if (due.length === 0) await delay(LOOK_MS, undefined, { signal, ref: false });
  };
  const tellAll = async (): Promise<void> => {
    while (!signal.aborted) {
      await round().catch(async (error: unknown) => {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'notices could not be sent');
        await delay(LOOK_MS, undefined, { ref: false });
      });
    }
  };
  let loop: Promise<void> | undefined;

  return {
    start() {
      loop ??= tellAll();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

/** The states' names in answers. */
export const STATUS_WORDS = {
  accepted: 'Running',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
} as const;
