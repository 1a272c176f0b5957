/**
 * Draws with fewer pixels while the map is moved, where the machine is too slow for all of them: without a graphics card the
 * processor fills each of them. When the map rests, all of them come back.
 */
import type { Map as MapLibre } from 'maplibre-gl';

/** A frame longer than this is felt. */
const SLOW_MS = 30;
const FRAMES_MEASURED = 5;
/** A quarter of the pixels. */
const COARSE_SHARE = 0.5;

export function keepPace(map: MapLibre): void {
  const fine = map.getPixelRatio();
  let isSlow = false;
  let isCoarse = false;
  let frames = 0;
  let beganAt = 0;
  const draw = (coarse: boolean): void => {
    if (coarse === isCoarse) return;
    // First, since changing the canvas tells of a move as well.
    isCoarse = coarse;
    map.setPixelRatio(coarse ? fine * COARSE_SHARE : fine);
    // At once: a canvas of another size is empty.
    map.redraw();
  };
  map.on('movestart', () => {
    if (isCoarse) return;
    frames = 0;
    beganAt = performance.now();
    // The move of a mouse, not that of a program or of a change of size.
    if (isSlow && map.dragPan.isActive()) draw(true);
  });
  map.on('move', () => {
    if (isCoarse || !map.dragPan.isActive()) return;
    frames += 1;
    if (frames < FRAMES_MEASURED) return;
    isSlow = (performance.now() - beganAt) / frames > SLOW_MS;
    draw(isSlow);
  });
  map.on('moveend', () => draw(false));
}
