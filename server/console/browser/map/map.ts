/** The map: made with what is to be seen first, and kept in step with the page's state. */
import {
  AttributionControl,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import { apiKey } from '../api.js';
import { usesMiles } from '../format.js';
import { theme } from '../state.js';
import { boundsOf, drawPointed, drawScene, redraw, whenStyled } from './draw.js';
import { drawImage } from './images.js';
import { keepPace } from './pace.js';
import { listen } from './point-at.js';
import { scene } from './scene.js';
import { styleOf } from './style.js';

const TILES = `${location.origin}/engine/maps/v1/tiles/{z}/{x}/{y}.mvt`;
/** Porto, whose map comes with the service: before there is anything to look at. */
const START = { center: [-8.63, 41.158] as [number, number], zoom: 11.6 };

setWorkerUrl(new URL('/engine/console/map-worker.js', location.href).href);

/** Gives what removes it. */
export function createMap(container: HTMLElement): () => void {
  const map = new MapLibre({
    ...{ container, style: styleOf(theme.peek(), TILES), attributionControl: false },
    // Where the scene is, at once: tiles of another place would be asked for and thrown away.
    ...(boundsOf(scene.peek()) ?? START),
    ...{ maxZoom: 18, minZoom: 2, dragRotate: false, pitchWithRotate: false },
    // Names appear at once: while they fade in, each frame would be redrawn.
    ...{ fadeDuration: 0, renderWorldCopies: false },
    transformRequest: (url) =>
      url.startsWith(location.origin) && url.includes('/engine/maps/')
        ? { url, headers: { 'x-api-key': apiKey.peek() } }
        : { url },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(
    new ScaleControl({ unit: usesMiles(navigator.language) ? 'imperial' : 'metric' }),
    'bottom-left',
  );
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  map.setMissingStyleImageResolver((id) => drawImage(map, id));
  const stops = [drawScene(map), drawPointed(map), drawTheme(map)];
  listen(map);
  keepPace(map);
  const observer = new ResizeObserver(() => map.resize());
  observer.observe(container);
  // For tests and pictures: whether everything that is to be seen is there.
  map.on('idle', () => container.setAttribute('data-idle', 'true'));
  map.on('movestart', () => container.removeAttribute('data-idle'));
  map.on('dataloading', () => container.removeAttribute('data-idle'));
  map.on('move', () => {
    const { lng, lat } = map.getCenter();
    container.setAttribute('data-view', [lng, lat, map.getZoom()].join(' '));
  });
  return () => {
    observer.disconnect();
    for (const stop of stops) stop();
    map.remove();
  };
}

function drawTheme(map: MapLibre): () => void {
  let current = theme.peek();
  return theme.subscribe((next) => {
    if (next === current) return;
    current = next;
    // Drawn again, in the colors of the new mode, when they are asked for.
    for (const id of map.listImages()) map.removeImage(id);
    map.setStyle(styleOf(current, TILES));
    // The new style's sources are empty.
    whenStyled(map, redraw);
  });
}
