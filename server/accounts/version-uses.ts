/**
 * Which versions of the API an account uses, and when last, so that its users can be notified before a version is
 * retired.
 *
 * One row per account and version, written at most once a day. No request waits for it. If a write fails, the next
 * request tries it again.
 */
import type { AccountId, Store } from '../storage/index.js';
import { formatDay } from '../time/index.js';
import { utcDayOf } from './utc-day.js';

export type VersionUse = {
  readonly accountId: AccountId;
  readonly name: string;
  readonly version: string;
  /** A UTC date such as `2026-03-29`. */
  readonly lastUsed: string;
};

export type VersionUses = {
  note: (accountId: AccountId, version: string) => void;
};

export function createVersionUses(store: Store, clock: () => number): VersionUses {
  let today: number | undefined;
  const noted = new Set<string>();
  return {
    note(accountId, version) {
      const day = utcDayOf(clock());
      if (day !== today) noted.clear();
      today = day;
      const use = `${accountId} ${version}`;
      if (noted.has(use)) return;
      noted.add(use);
      const row = store.queries
        .insertInto('version_uses')
        .values({ account_id: accountId, version, day })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'version'])
            .doUpdateSet({ day })
            .where('version_uses.day', '<', day),
        );
      store.write([{ query: row }]).catch(() => noted.delete(use));
    },
  };
}

/** Returns the uses of the last days, including today, ordered by version and then account. */
export async function versionUses(
  store: Store,
  nowMs: number,
  days: number,
): Promise<readonly VersionUse[]> {
  const rows = await store.read(
    store.queries
      .selectFrom('version_uses')
      .innerJoin('accounts', 'accounts.id', 'version_uses.account_id')
      .select(['version_uses.account_id', 'accounts.name', 'version_uses.version'])
      .select('version_uses.day')
      .where('version_uses.day', '>', utcDayOf(nowMs) - days)
      .orderBy('version_uses.version')
      .orderBy('accounts.id'),
  );
  return rows.map(({ account_id, name, version, day }) => ({
    ...{ accountId: account_id, name, version },
    lastUsed: formatDay(day),
  }));
}
