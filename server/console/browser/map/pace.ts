/**
 * Moves the picture that is drawn instead of redrawing each frame, where the machine is too slow for that: without a
 * graphics card the processor fills every pixel, a tenth of a second for a map with a large plan.
 *
 *     drawn ──► moved, and made larger or smaller with the zoom ──► drawn again: when it is too far off, or at rest
 *
 * What comes into view is empty until then. Where a frame takes no longer than the screen needs, nothing of this happens.
 */
import type { LngLat, Map as MapLibre } from 'maplibre-gl';

/** A frame longer than this is felt. */
const SLOW_MS = 30;
const FRAMES_MEASURED = 5;
/** So many moves after it was found to be slow, a machine is measured again: it may only have been busy. */
const MOVES_BELIEVED = 8;
/** Between drawings of a map that is still coming, and does not move. */
const COMING_MS = 150;
/** How far the picture is moved, as a share of the map's width, and how far it is zoomed. */
const SHARE_MOVED_MAX = 0.2;
const ZOOM_MOVED_MAX = 0.7;

export function keepPace(map: MapLibre): void {
  const canvas = map.getCanvas();
  let isSlow = false;
  let drawn: { center: LngLat; zoom: number } | undefined;
  let moved: string | undefined;
  let drawnAt = -Infinity;
  let owed: ReturnType<typeof setTimeout> | undefined;
  let moves = 0;
  let frames = 0;
  let beganAt = 0;

  // Where pointers are is told by the map's place on the page, and not by that of its picture.
  canvas.getBoundingClientRect = () => map.getContainer().getBoundingClientRect();

  // The one place that every frame passes. After a context is lost there is another painter, which draws each of them.
  const { painter } = map;
  const paint = painter.render.bind(painter);
  painter.render = (...args: Parameters<typeof paint>) => {
    const move = isSlow && map.isMoving() && drawn !== undefined ? moveOf(map, drawn) : undefined;
    // Where a hand rests while it holds the map, there is time to draw what has come into view.
    if (move !== undefined && move !== moved) {
      moved = move;
      canvas.style.transform = move;
      return;
    }
    moved = undefined;
    // Tiles come one after the other: not each of them is worth a drawing of all.
    if (!map.loaded() && !map.isMoving() && performance.now() - drawnAt < COMING_MS) {
      clearTimeout(owed);
      owed = setTimeout(() => map.triggerRepaint(), COMING_MS);
      return;
    }
    drawnAt = performance.now();
    canvas.style.transform = '';
    drawn = { center: map.getCenter(), zoom: map.getZoom() };
    paint(...args);
  };

  map.on('movestart', () => {
    frames = 0;
    beganAt = performance.now();
    moves += 1;
    if (moves > MOVES_BELIEVED) isSlow = false;
  });
  map.on('move', () => {
    frames += 1;
    if (isSlow || frames < FRAMES_MEASURED) return;
    isSlow = (performance.now() - beganAt) / frames > SLOW_MS;
    moves = 0;
  });
  // A canvas of another size is empty.
  map.on('resize', () => (drawnAt = -Infinity));
  map.on('moveend', () => map.triggerRepaint());
  map.on('remove', () => clearTimeout(owed));
}

/** Where what was drawn is now; nothing where too little of it would be seen. */
function moveOf(map: MapLibre, drawn: { center: LngLat; zoom: number }): string | undefined {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { x, y } = map.project(drawn.center);
  const [right, down] = [x - width / 2, y - height / 2];
  const zoomed = map.getZoom() - drawn.zoom;
  if (Math.abs(zoomed) > ZOOM_MOVED_MAX) return undefined;
  if (Math.max(Math.abs(right), Math.abs(down)) > SHARE_MOVED_MAX * width) return undefined;
  return `translate(${right}px, ${down}px) scale(${2 ** zoomed})`;
}
