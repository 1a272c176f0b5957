/**
 * On slow machines, moves the last drawn picture instead of redrawing every frame. Without a graphics card the
 * processor fills every pixel, which takes a tenth of a second for a map with a large plan.
 *
 *     drawn ──► moved, and scaled with the zoom ──► drawn again: when it is too far off, or at rest
 *
 * Areas that come into view are empty until then. If every frame is drawn in time, the picture is never moved.
 */
import type { LngLat, Map as MapLibre } from 'maplibre-gl';

/** Users notice frames longer than this. */
const SLOW_MS = 30;
const FRAMES_MEASURED = 5;
/** A machine found to be slow is measured again after this many moves: it may only have been busy. */
const MOVES_BELIEVED = 8;
/** The time between redraws while tiles are loading and the map does not move. */
const COMING_MS = 150;
/** The limits to which the picture is moved, as a share of the map's width, and zoomed. */
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

  // MapLibre locates pointers relative to the canvas: use the map's place on the page, not that of the moved picture.
  canvas.getBoundingClientRect = () => map.getContainer().getBoundingClientRect();

  // Every frame passes through here. After a lost context MapLibre has a new painter, which redraws every frame.
  const { painter } = map;
  const paint = painter.render.bind(painter);
  painter.render = (...args: Parameters<typeof paint>) => {
    const move = isSlow && map.isMoving() && drawn !== undefined ? moveOf(map, drawn) : undefined;
    // If the pointer rests during a drag, the frame is drawn in full, with what has come into view.
    if (move !== undefined && move !== moved) {
      moved = move;
      canvas.style.transform = move;
      return;
    }
    moved = undefined;
    // Tiles arrive one by one, and not every tile is worth a full redraw.
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
  // A resized canvas is empty.
  map.on('resize', () => (drawnAt = -Infinity));
  map.on('moveend', () => map.triggerRepaint());
  map.on('remove', () => clearTimeout(owed));
}

/** Returns the transform that moves the picture to its place, or undefined if too little of it would be visible. */
function moveOf(map: MapLibre, drawn: { center: LngLat; zoom: number }): string | undefined {
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const { x, y } = map.project(drawn.center);
  const [right, down] = [x - width / 2, y - height / 2];
  const zoomed = map.getZoom() - drawn.zoom;
  if (Math.abs(zoomed) > ZOOM_MOVED_MAX) return undefined;
  if (Math.max(Math.abs(right), Math.abs(down)) > SHARE_MOVED_MAX * width) return undefined;
  return `translate(${right}px, ${down}px) scale(${2 ** zoomed})`;
}
