/** The loop that sends the notifications in the outbox, each until its receiver accepts it or it is given up. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AccountId } from '../storage/index.js';
import type { DueNotification, Outbox } from './outbox.js';
import { STATUS_WORDS } from './status.js';
import type { JobView, JobViews } from './job-views.js';

const LOOK_MS = 1_000;
/** Limits on messages under way, in total and per account: hanging receivers of one account must not delay others. */
const AT_ONCE_MAX = 64;
const AT_ONCE_OF_ACCOUNT = 8;

export type Notification = {
  /** The same for all attempts, so that a receiver can recognize a repetition. */
  id: string;
  accountId: AccountId;
  url: string;
  /** JSON. */
  body: string;
};

/** The outcome of one attempt. */
export type NotificationOutcome =
  | { kind: 'delivered' }
  /** It is given up if `nextAtMs` is undefined. The reason is a sentence for the owner of the receiver. */
  | { kind: 'failed'; reason: string; nextAtMs: number | undefined };

/** `attempts` is the number of previous attempts. */
export type NotificationSender = (
  notification: Notification,
  attempts: number,
  signal: AbortSignal,
) => Promise<NotificationOutcome>;

export type NotificationsOptions = {
  outbox: Outbox;
  views: JobViews;
  link: (view: JobView) => Promise<string | undefined>;
  send: NotificationSender;
  clock: () => number;
  logger: Logger;
};

export type Notifications = { start: () => void; stop: () => Promise<void> };

export function createNotifications(parts: NotificationsOptions): Notifications {
  const { outbox, logger } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;

  async function deliver(due: DueNotification): Promise<void> {
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
    const notification = { id: `msg_${due.id}`, accountId: due.accountId, url: due.url, body };
    const outcome = await parts.send(notification, due.attempts, signal);
    // A stop during an attempt leaves the notification due: it is sent twice rather than never.
    if (signal.aborted && outcome.kind === 'failed' && outcome.nextAtMs !== undefined) return;
    await outbox.settle(due, outcome);
  }

  const underWay = new Set<Promise<void>>();
  const ofAccount = new Map<AccountId, number>();

  function begin(due: DueNotification): void {
    const { accountId } = due;
    ofAccount.set(accountId, (ofAccount.get(accountId) ?? 0) + 1);
    const delivery = deliver(due)
      .catch((error: unknown) => {
        // The notification is due again when the time since `take` has run out.
        if (!signal.aborted) logger.warn({ err: error, job_id: due.id }, 'a webhook was not sent');
      })
      .finally(() => {
        underWay.delete(delivery);
        const left = (ofAccount.get(accountId) ?? 1) - 1;
        if (left > 0) ofAccount.set(accountId, left);
        else ofAccount.delete(accountId);
      });
    underWay.add(delivery);
  }

  const round = async (): Promise<void> => {
    const full = [...ofAccount].filter(([, count]) => count >= AT_ONCE_OF_ACCOUNT);
    for (const due of await outbox.due(full.map(([accountId]) => accountId))) {
      if (underWay.size >= AT_ONCE_MAX) break;
      if ((ofAccount.get(due.accountId) ?? 0) >= AT_ONCE_OF_ACCOUNT) continue;
      if (await outbox.take(due)) begin(due);
    }
    // A message that ends makes room for the next one at once.
    await Promise.race([...underWay, delay(LOOK_MS, undefined, { signal, ref: false })]);
  };
  const deliverAll = async (): Promise<void> => {
    while (!signal.aborted) {
      await round().catch(async (error: unknown) => {
        if (signal.aborted) return;
        logger.warn({ err: error }, 'webhooks could not be sent');
        await delay(LOOK_MS, undefined, { ref: false });
      });
    }
  };
  let loop: Promise<void> | undefined;

  return {
    start() {
      loop ??= deliverAll();
    },
    async stop() {
      stopping.abort();
      await loop;
      await Promise.all(underWay);
    },
  };
}
