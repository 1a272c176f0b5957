/**
 * The outbox: notifications of ended jobs to their webhooks. Their state is in the row of the job, so none is lost.
 *
 *     due ──take (conditional: only one process succeeds)──► send ──► delivered, or due again later, or given up
 */
import type { NotificationOutcome } from './notifications.js';
import type { AccountId, JobKind, JobState, Store } from '../storage/index.js';

/** The time until a taken notification is due again, in case its sender died. Longer than an attempt may take. */
const TAKEN_MS = 60_000;
/** The maximum number of rows per query. */
const LOOKED_AT_MAX = 500;

export type DueNotification = {
  id: string;
  accountId: AccountId;
  kind: JobKind;
  state: JobState;
  url: string;
  attempts: number;
  endedAtMs: number;
  dueAtMs: number;
};

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(store: Store, clock: () => number) {
  const { queries } = store;
  return {
    /** Returns due notifications of accounts not in `except`, the longest due first. `take` one before sending it. */
    async due(except: readonly AccountId[]): Promise<readonly DueNotification[]> {
      const nowMs = clock();
      let query = queries
        .selectFrom('jobs')
        .select(['id', 'account_id', 'kind', 'state', 'webhook_url', 'webhook_attempts'])
        .select(['ended_at_ms', 'webhook_at_ms'])
        .where('webhook_at_ms', '<=', nowMs);
      if (except.length > 0) query = query.where('account_id', 'not in', except);
      const rows = await store.read(query.orderBy('webhook_at_ms').limit(LOOKED_AT_MAX));
      return rows.map((row) => ({
        id: row.id,
        accountId: row.account_id,
        kind: row.kind,
        state: row.state,
        url: row.webhook_url ?? '',
        attempts: row.webhook_attempts,
        endedAtMs: row.ended_at_ms ?? nowMs,
        dueAtMs: row.webhook_at_ms ?? nowMs,
      }));
    },

    /** Takes a notification for sending. Returns false if another process has taken it. */
    async take({ id, dueAtMs }: DueNotification): Promise<boolean> {
      const query = queries
        .updateTable('jobs')
        .set({ webhook_at_ms: clock() + TAKEN_MS })
        .where('id', '=', id)
        .where('webhook_at_ms', '=', dueAtMs);
      return (await store.write([{ query, mustChange: 'due' }])).kind === 'committed';
    },

    async settle({ id, attempts }: DueNotification, outcome: NotificationOutcome): Promise<void> {
      const nowMs = clock();
      const isDelivered = outcome.kind === 'delivered';
      const query = queries
        .updateTable('jobs')
        .set({
          webhook_attempts: attempts + 1,
          webhook_at_ms: isDelivered ? null : (outcome.nextAtMs ?? null),
          webhook_tried_at_ms: nowMs,
          webhook_told_at_ms: isDelivered ? nowMs : null,
          webhook_reason: isDelivered ? null : outcome.reason,
        })
        .where('id', '=', id);
      await store.write([{ query }]);
    },
  };
}
