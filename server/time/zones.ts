/**
 * Looks up the IANA time zone of a place on Earth, using the boundaries in the package `geo-tz`.
 *
 * The full data set is used because it keeps all IANA names (`Europe/Oslo`); the smaller ones return a zone that has
 * had the same clock since 1970 (`Europe/Berlin`). At sea, the zone is `Etc/GMT±n`.
 * `geo-tz` reads polygons from disk on first use and keeps them. Without a limit, this takes 79 MB per thread after
 * 10,000 places all over the world, so the cache here is bounded and drops the least recently used entries.
 */
import { createRequire } from 'node:module';
import type * as GeoTz from 'geo-tz/all';

/** The number of boundary parts kept in memory by each thread. A part takes a few to a few hundred kilobytes. */
const POLYGON_CACHE_PARTS_MAX = 256;

/** A `Map` with at most `sizeMax` entries that drops the least recently used one. */
class BoundedMap<K, V> extends Map<K, V> {
  readonly #sizeMax: number;

  constructor(sizeMax: number) {
    super();
    this.#sizeMax = sizeMax;
  }

  override get(key: K): V | undefined {
    const value = super.get(key);
    if (value !== undefined) {
      super.delete(key);
      super.set(key, value);
    }
    return value;
  }

  override set(key: K, value: V): this {
    super.delete(key);
    super.set(key, value);
    if (this.size > this.#sizeMax) {
      const oldest = this.keys().next();
      if (oldest.done !== true) super.delete(oldest.value);
    }
    return this;
  }
}

/**
 * Creates the lookup. Call it once per thread. The index of the boundaries (10 MB of heap) is loaded here and not at
 * import, so that the heap of the event loop and the pauses of its garbage collection stay small. The returned function
 * takes degrees (WGS84) and returns the IANA name. Where zones meet or are disputed, `geo-tz` returns several; the
 * first one is used.
 */
export function createZoneLookup(): (latitude: number, longitude: number) => string {
  const { find, setCache } = createRequire(import.meta.url)('geo-tz/all') as typeof GeoTz;
  setCache({ store: new BoundedMap(POLYGON_CACHE_PARTS_MAX) });
  return (latitude, longitude) => {
    // All 25 nautical zones meet at the North Pole; UTC is used there.
    if (latitude === 90) return 'Etc/GMT';
    const [zone] = find(latitude, longitude);
    if (zone === undefined) throw new Error(`no time zone at ${latitude}, ${longitude}`);
    return zone;
  };
}
