/**
 * The container of the map, which is created once and kept while views change: each view supplies another scene. The
 * map itself, most of the page's weight, loads separately, so that forms and lists do not wait for it.
 */
import { useEffect, useRef } from 'preact/hooks';
import { TEXTS } from '../texts.js';

export function MapPane({ isShown }: { isShown: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove: (() => void) | undefined;
    let isGone = false;
    void import('./map.js').then(({ createMap }) => {
      if (!isGone && box.current !== null) remove = createMap(box.current);
    });
    return () => {
      isGone = true;
      remove?.();
    };
  }, []);
  return (
    <section class="map" aria-label={TEXTS.map.label} hidden={!isShown}>
      <div class="map-box" ref={box} data-testid="map" />
    </section>
  );
}
