/** The map: created with the current scene in view, and updated with the page's state. */
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
/** Porto, whose map is included with the service: shown until there is a scene. */
const START = { center: [-8.63, 41.158] as [number, number], zoom: 11.6 };

setWorkerUrl(new URL('/engine/console/map-worker.js', location.href).href);

/** Creates the map and returns a function that removes it. */
export function createMap(container: HTMLElement): () => void {
  const map = new MapLibre({
    ...{ container, style: styleOf(theme.peek(), TILES), attributionControl: false },
    // Start where the scene is: tiles of another place would be loaded in vain.
    ...(boundsOf(scene.peek()) ?? START),
    ...{ maxZoom: 18, minZoom: 2, dragRotate: false, pitchWithRotate: false },
    // Labels appear at once: a fade would redraw every frame.
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
  // For tests and screenshots: whether the map is completely drawn.
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
    // The images are drawn again in the colors of the new theme when they are needed.
    for (const id of map.listImages()) map.removeImage(id);
    map.setStyle(styleOf(current, TILES));
    // The sources of the new style are empty.
    whenStyled(map, redraw);
  });
}
