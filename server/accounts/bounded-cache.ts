/**
 * A map that forgets: entries end after a time, and the oldest leaves when a new one finds no room. Memory is bounded by construction, and
 * every operation is O(1), because a Map keeps its entries in the order in which they were written.
 */
export type BoundedCache<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  readonly size: number;
};

export type BoundedCacheOptions = {
  readonly entriesMax: number;
  readonly lifeMs: number;
  readonly clock: () => number;
};

export function createBoundedCache<Value>(options: BoundedCacheOptions): BoundedCache<Value> {
  const { entriesMax, lifeMs, clock } = options;
  const entries = new Map<string, { value: Value; writtenAtMs: number }>();
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (Math.abs(clock() - entry.writtenAtMs) < lifeMs) return entry.value;
      // Also when the clock was set back: an entry of the future would never end.
      entries.delete(key);
      return undefined;
    },
    set(key, value) {
      // Written anew, not in place: the order of the map must stay the order of age.
      entries.delete(key);
      if (entries.size >= entriesMax) {
        const oldest = entries.keys().next();
        if (oldest.done !== true) entries.delete(oldest.value);
      }
      entries.set(key, { value, writtenAtMs: clock() });
    },
    delete(key) {
      entries.delete(key);
    },
    get size() {
      return entries.size;
    },
  };
}
