/** The map, made once and kept while views change: each view gives it another scene. */
import 'maplibre-gl/dist/maplibre-gl.css';
import type { FeatureCollection } from 'geojson';
import { effect } from '@preact/signals';
import {
  AttributionControl,
  LngLatBounds,
  Map as MapLibre,
  NavigationControl,
  Popup,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type MapMouseEvent,
} from 'maplibre-gl';
import { useEffect, useRef } from 'preact/hooks';
import { apiKey } from '../api.js';
import { hidden, pointed, theme } from '../state.js';
import { TEXTS } from '../texts.js';
import { keepPace } from './pace.js';
import { scene, type Scene } from './scene.js';
import { styleOf } from './style.js';

const TILES = `${location.origin}/engine/maps/v1/tiles/{z}/{x}/{y}.mvt`;
/** Porto, whose map comes with the service: before there is anything to look at. */
const START = { center: [-8.63, 41.158] as [number, number], zoom: 11.6 };

setWorkerUrl(new URL('/engine/console/map-worker.js', location.href).href);

export function MapPane({ isShown }: { isShown: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const made = useRef<MapLibre | undefined>(undefined);
  useEffect(() => {
    if (box.current === null) return;
    const map = createMap(box.current);
    made.current = map;
    return () => map.remove();
  }, []);
  useEffect(() => {
    if (isShown) made.current?.resize();
  }, [isShown]);
  return (
    <section class="map" aria-label={TEXTS.map.label} hidden={!isShown}>
      <div class="map-box" ref={box} data-testid="map" />
    </section>
  );
}

function createMap(container: HTMLElement): MapLibre {
  const map = new MapLibre({
    ...{ container, ...START, style: styleOf(theme.peek(), TILES), attributionControl: false },
    ...{ maxZoom: 18, minZoom: 2, dragRotate: false, pitchWithRotate: false },
    // Names appear at once: while they fade in, each frame would be drawn anew.
    ...{ fadeDuration: 0, renderWorldCopies: false },
    transformRequest: (url) =>
      url.startsWith(location.origin) && url.includes('/engine/maps/')
        ? { url, headers: { 'x-api-key': apiKey.peek() } }
        : { url },
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl(), 'bottom-left');
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  const stops = [drawScene(map), drawPointed(map), drawTheme(map)];
  listen(map);
  keepPace(map);
  map.once('remove', () => stops.forEach((stop) => stop()));
  new ResizeObserver(() => map.resize()).observe(container);
  // For tests and pictures: whether everything that is to be seen is there.
  map.on('idle', () => container.setAttribute('data-idle', 'true'));
  map.on('movestart', () => container.removeAttribute('data-idle'));
  map.on('dataloading', () => container.removeAttribute('data-idle'));
  return map;
}

/** Styles are loaded in the background, and again with another theme; data is put in after each. */
function whenStyled(map: MapLibre, run: () => void): void {
  if (map.getSource('lines') === undefined) map.once('styledata', () => whenStyled(map, run));
  else run();
}

function drawScene(map: MapLibre): () => void {
  let fit = '';
  const draw = (drawn: Scene, hiddenRoutes: ReadonlySet<number>): void => {
    const lines = linesOf(drawn, hiddenRoutes);
    void map.getSource<GeoJSONSource>('lines')?.setData(lines);
    // For tests: the canvas does not tell what is on it.
    map.getContainer().setAttribute('data-lines', String(lines.features.length));
    void map.getSource<GeoJSONSource>('points')?.setData(pointsOf(drawn, hiddenRoutes));
    if (drawn.fit === fit || drawn.points.length === 0) return;
    fit = drawn.fit;
    const bounds = new LngLatBounds();
    for (const { at } of drawn.points) bounds.extend(at);
    for (const line of drawn.lines) for (const at of line.coordinates) bounds.extend(at);
    map.fitBounds(bounds, { padding: 48, maxZoom: 15, animate: false });
  };
  return effect(() => {
    const [drawn, hiddenRoutes] = [scene.value, hidden.value];
    whenStyled(map, () => draw(drawn, hiddenRoutes));
  });
}

function linesOf({ lines }: Scene, hiddenRoutes: ReadonlySet<number>): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: lines
      .filter(({ route }) => !hiddenRoutes.has(route))
      .map(({ route, color, coordinates }) => ({
        type: 'Feature',
        properties: { route, color },
        geometry: { type: 'LineString', coordinates },
      })),
  };
}

function pointsOf({ points }: Scene, hiddenRoutes: ReadonlySet<number>): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: points
      .filter(({ route }) => route === undefined || !hiddenRoutes.has(route))
      .map(({ at, ...properties }) => ({
        type: 'Feature',
        properties: { isHollow: false, ...properties },
        geometry: { type: 'Point', coordinates: at },
      })),
  };
}

/** Others fade while a route is pointed at. */
function drawPointed(map: MapLibre): () => void {
  return effect(() => {
    const route = pointed.value?.route;
    whenStyled(map, () => {
      const share = (faded: number): number | unknown[] =>
        route === undefined ? 1 : ['case', ['==', ['get', 'route'], route], 1, faded];
      const set = map.setPaintProperty.bind(map) as (...args: unknown[]) => void;
      set('lines', 'line-opacity', share(0.18));
      set('lines-casing', 'line-opacity', share(0));
      set('lines-direction', 'text-opacity', share(0));
      set('points', 'circle-opacity', share(0.25));
      set('points', 'circle-stroke-opacity', share(0.25));
      set('point-labels', 'text-opacity', share(0.25));
    });
  });
}

function drawTheme(map: MapLibre): () => void {
  let current = theme.peek();
  return effect(() => {
    if (theme.value === current) return;
    current = theme.value;
    map.setStyle(styleOf(current, TILES));
    // The new style's sources are empty.
    const drawn = scene.peek();
    whenStyled(map, () => (scene.value = { ...drawn }));
  });
}

function listen(map: MapLibre): void {
  const popup = new Popup({ closeButton: false, closeOnClick: false, offset: 14 });
  const pointAt = ({ point }: MapMouseEvent): void => {
    // While the map is moved, what passes below the pointer is not pointed at.
    if (map.isMoving() || map.getLayer('points') === undefined) return;
    const [feature] = map.queryRenderedFeatures(point, { layers: ['points', 'lines'] });
    map.getCanvas().style.cursor = feature === undefined ? '' : 'pointer';
    const { route, stop, title } = (feature?.properties ?? {}) as Record<string, unknown>;
    const found =
      typeof route === 'number'
        ? { route, ...(typeof stop === 'number' ? { stop } : {}) }
        : undefined;
    const known = pointed.peek();
    if (known?.route !== found?.route || known?.stop !== found?.stop) pointed.value = found;
    if (typeof title !== 'string' || feature?.geometry.type !== 'Point') {
      popup.remove();
      return;
    }
    const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
    popup.setLngLat([longitude, latitude]).setText(title).addTo(map);
  };
  map.on('mousemove', pointAt);
  map.on('mouseout', () => {
    pointed.value = undefined;
    popup.remove();
  });
  map.on('click', ({ lngLat }) => {
    scene.peek().onClick?.([round(lngLat.lng), round(lngLat.lat)]);
  });
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
