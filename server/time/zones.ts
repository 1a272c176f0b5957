/**
 * The IANA time zone of a place on Earth, by the boundaries that `geo-tz` ships.
 *
 * The full data set is used: it keeps the names that IANA has (`Europe/Oslo`), where the smaller ones give the zone
 * with the same clock since 1970 (`Europe/Berlin`). At sea the answer is `Etc/GMT±n`.
 * `geo-tz` reads polygons from disk when it first needs them and keeps them; uncapped that is 79 MB a thread after
 * 10,000 places all over the world, so the cache here is bounded and drops what was used longest ago.
 */
import { createRequire } from 'node:module';
import type * as GeoTz from 'geo-tz/all';

/** Boundary parts kept in memory in each thread. One part is some kilobytes to some hundred kilobytes. */
const POLYGON_CACHE_PARTS_MAX = 256;

/** A `Map` that forgets the entry used longest ago once it holds `sizeMax` of them. */
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
 * Prepares the look-up: call once in a thread. The boundaries' index (10 MB of heap) is loaded here and not at import,
 * so that the event loop's heap, and with it the pauses of its garbage collection, stay small. The function that it returns takes degrees (WGS84) and gives the IANA
 * name. Where zones meet or are disputed, `geo-tz` names several; the first is taken.
 */
export function createZoneLookup(): (latitude: number, longitude: number) => string {
  const { find, setCache } = createRequire(import.meta.url)('geo-tz/all') as typeof GeoTz;
  setCache({ store: new BoundedMap(POLYGON_CACHE_PARTS_MAX) });
  return (latitude, longitude) => {
    // All 25 nautical zones meet at the North Pole; UTC is what is kept there.
    if (latitude === 90) return 'Etc/GMT';
    const [zone] = find(latitude, longitude);
    if (zone === undefined) throw new Error(`no time zone at ${latitude}, ${longitude}`);
    return zone;
  };
}
