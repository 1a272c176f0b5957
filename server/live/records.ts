/** The live speeds in the store: one row, which all processes poll. */
import type { Store } from '../storage/index.js';
import { parseInstant } from '../api/index.js';
import type { ExpiringRule } from './read.js';

export type LiveSpeedsRecord = {
  /** How often live speeds have been set; 0 means never. */
  version: number;
  changedAtMs: number;
  rules: readonly ExpiringRule[];
};

const ROW = 1;

/** Stores the rules. Resolves with the new version. */
export async function writeRecord(
  store: Store,
  nowMs: number,
  rules: readonly ExpiringRule[],
): Promise<number> {
  const query = store.queries
    .updateTable('live_speeds')
    .set((of) => ({
      version: of('version', '+', 1),
      changed_at_ms: nowMs,
      rules: JSON.stringify(rules),
    }))
    .where('id', '=', ROW)
    .returning('version');
  const outcome = await store.write([{ query, mustChange: 'row_exists' }]);
  const row = outcome.kind === 'committed' ? outcome.rows[0][0] : undefined;
  if (row === undefined) throw new Error('the row of live speeds is missing');
  return row.version;
}

/** Reads only the version, because it is read twice a second. */
export async function readVersion(store: Store): Promise<number> {
  const query = store.queries.selectFrom('live_speeds').select('version').where('id', '=', ROW);
  return (await store.read(query))[0]?.version ?? 0;
}

export async function readRecord(store: Store): Promise<LiveSpeedsRecord> {
  const query = store.queries.selectFrom('live_speeds').selectAll().where('id', '=', ROW);
  const [row] = await store.read(query);
  if (row === undefined) return { version: 0, changedAtMs: 0, rules: [] };
  return { version: row.version, changedAtMs: row.changed_at_ms, rules: asRules(row.rules) };
}

/** Returns the expiry of a rule in epoch milliseconds. */
export function expiryOf({ expires_at: text }: ExpiringRule): number {
  return parseInstant(text) ?? 0;
}

/** Only `writeRecord` writes the JSON, from checked rules. Brand maker. */
function asRules(json: string): readonly ExpiringRule[] {
  return JSON.parse(json) as readonly ExpiringRule[];
}
