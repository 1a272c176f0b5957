/**
 * What a view gives, as sources of the map.
 *
 *     scene ──► lines, points ─┐
 *     pointed ──► pointed ─────┴─► layers of overlay.ts
 *
 * A route that is pointed at is drawn once more over all others, which fade by one number for each layer: what depends on
 * each feature would be cut into tiles again whenever the pointer moves.
 */
import type { Feature, FeatureCollection } from 'geojson';
import { effect } from '@preact/signals';
import { LngLatBounds, type GeoJSONSource, type Map as MapLibre } from 'maplibre-gl';
import { hidden, pointed } from '../state.js';
import { imageOf } from './images.js';
import { FADED, labelsFrom } from './overlay.js';
import { scene, type Line, type Point, type Scene } from './scene.js';

const FIT = { padding: 48, maxZoom: 15 };

/** Styles are loaded in the background, and again with another theme; data is put in after each. */
export function whenStyled(map: MapLibre, run: () => void): void {
  if (map.getSource('lines') === undefined) map.once('styledata', () => whenStyled(map, run));
  else run();
}

/** The same once more, into sources that are empty. */
export function redraw(): void {
  scene.value = { ...scene.peek() };
  pointed.value = undefined;
}

/** Where a map has to be for all of it to be seen. */
export function boundsOf({ points, lines }: Scene) {
  if (points.length === 0) return undefined;
  const bounds = new LngLatBounds();
  for (const { at } of points) bounds.extend(at);
  for (const line of lines) for (const at of line.coordinates) bounds.extend(at);
  return { bounds, fitBoundsOptions: FIT };
}

export function drawScene(map: MapLibre): () => void {
  // The map was made where the first scene is.
  let fit = scene.peek().fit;
  let isFitted = true;
  const fitAll = (): void => {
    const found = boundsOf(scene.peek());
    if (found === undefined) return;
    map.fitBounds(found.bounds, { ...found.fitBoundsOptions, animate: false });
    isFitted = true;
  };
  // Until somebody moves it, all of it stays in view: the timeline comes below when the plan is there.
  map.on('resize', () => {
    if (isFitted) fitAll();
  });
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) isFitted = false;
  });
  const draw = (drawn: Scene, hiddenRoutes: ReadonlySet<number>): void => {
    const isShown = ({ route }: { route?: number }): boolean =>
      route === undefined || !hiddenRoutes.has(route);
    const lines = drawn.lines.filter((line) => line.isGhost === true || isShown(line));
    setData(map, 'lines', lines.map(lineOf));
    // For tests: the canvas does not tell what is on it.
    map.getContainer().setAttribute('data-lines', String(lines.length));
    setData(map, 'points', drawn.points.filter(isShown).map(pointOf));
    labelsFrom(map, drawn.labelZoom ?? 0);
    if (drawn.fit === fit || drawn.points.length === 0) return;
    fit = drawn.fit;
    fitAll();
  };
  return effect(() => {
    const [drawn, hiddenRoutes] = [scene.value, hidden.value];
    whenStyled(map, () => draw(drawn, hiddenRoutes));
  });
}

export function drawPointed(map: MapLibre): () => void {
  return effect(() => {
    const { route, stop } = pointed.value ?? {};
    const drawn = scene.value;
    const isShown = route !== undefined && !hidden.value.has(route);
    const isOfRoute = (each: Line | Point): boolean => each.route === route;
    const lines = isShown ? drawn.lines.filter(isOfRoute).filter((line) => !line.isGhost) : [];
    const points = isShown ? drawn.points.filter(isOfRoute) : [];
    const at = points.find(({ stops }) => stop !== undefined && stops?.includes(stop) === true);
    whenStyled(map, () => {
      setData(map, 'pointed', [
        ...lines.map(lineOf),
        ...points.map(pointOf),
        ...(at === undefined ? [] : [{ ...pointOf(at), properties: { isRing: true } }]),
      ]);
      const isFaded = lines.length + points.length > 0;
      for (const [layer, property, faded] of FADED) {
        map.setPaintProperty(layer, property, isFaded ? faded : 1);
      }
      map.getContainer().setAttribute('data-pointed', String(lines.length));
    });
  });
}

function setData(map: MapLibre, source: string, features: Feature[]): void {
  const data: FeatureCollection = { type: 'FeatureCollection', features };
  void map.getSource<GeoJSONSource>(source)?.setData(data);
}

const lineOf = ({ route, color, coordinates, isGhost = false }: Line): Feature => ({
  type: 'Feature',
  properties: { route, color, isGhost, arrow: imageOf({ shape: 'arrow', color, label: '' }) },
  geometry: { type: 'LineString', coordinates },
});

const pointOf = ({ at, color, label, title, route, stops, isHollow = false }: Point): Feature => ({
  type: 'Feature',
  properties: {
    ...{ color, title, isHollow },
    ...(route === undefined ? {} : { route }),
    ...(stops?.[0] === undefined ? {} : { stop: stops[0] }),
    icon: label === '' ? '' : imageOf({ shape: isHollow ? 'hollow' : 'stop', color, label }),
  },
  geometry: { type: 'Point', coordinates: at },
});
