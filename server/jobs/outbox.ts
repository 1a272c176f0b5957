/**
 * Telling those who asked that their job has ended. What is to be told is in the job's row, so nothing is forgotten.
 *
 *     due ──take (conditional: one process has it)──► send ──► told, or due again later, or given up
 */
import type { AccountId, JobKind, JobState, Store } from '../storage/index.js';

/** A sender that dies in the middle is not missed for longer. Above what one attempt may take. */
const TAKEN_MS = 60_000;
const AT_ONCE_MAX = 50;

export type DueNotice = {
  id: string;
  accountId: AccountId;
  kind: JobKind;
  state: JobState;
  url: string;
  attempts: number;
  endedAtMs: number;
};

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(store: Store, clock: () => number) {
  const { queries } = store;
  return {
    /** Takes what is due; each is for the caller to settle. */
    async take(): Promise<readonly DueNotice[]> {
      const nowMs = clock();
      const due = await store.read(
        queries
          .selectFrom('jobs')
          .select(['id', 'account_id', 'kind', 'state', 'webhook_url', 'webhook_attempts'])
          .select(['ended_at_ms', 'webhook_at_ms'])
          .where('webhook_at_ms', '<=', nowMs)
          .orderBy('webhook_at_ms')
          .limit(AT_ONCE_MAX),
      );
      const taken = await Promise.all(
        due.map(async (row) => {
          const query = queries
            .updateTable('jobs')
            .set({ webhook_at_ms: nowMs + TAKEN_MS })
            .where('id', '=', row.id)
            .where('webhook_at_ms', '=', row.webhook_at_ms);
          const { kind } = await store.write([{ query, mustChange: 'due' }]);
          return kind === 'committed' ? [row] : [];
        }),
      );
      return taken.flat().map((row) => ({
        id: row.id,
        accountId: row.account_id,
        kind: row.kind,
        state: row.state,
        url: row.webhook_url ?? '',
        attempts: row.webhook_attempts,
        endedAtMs: row.ended_at_ms ?? nowMs,
      }));
    },

    /** `nextAtMs` undefined: it was told, or is given up. */
    async settle({ id, attempts }: DueNotice, nextAtMs: number | undefined): Promise<void> {
      const query = queries
        .updateTable('jobs')
        .set({ webhook_attempts: attempts + 1, webhook_at_ms: nextAtMs ?? null })
        .where('id', '=', id);
      await store.write([{ query }]);
    },
  };
}
