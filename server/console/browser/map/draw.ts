/**
 * Puts the scene of a view into the sources of the map.
 *
 *     scene ──► lines, points ─┐
 *     pointed ──► pointed ─────┴─► layers of overlay.ts
 *
 * The route that is pointed at is drawn again above all others, which are faded with one opacity per layer. If styles
 * depended on features instead, MapLibre would rebuild the tiles whenever the pointer moves.
 */
import type { Feature, FeatureCollection } from 'geojson';
import { effect } from '@preact/signals';
import { LngLatBounds, type GeoJSONSource, type Map as MapLibre } from 'maplibre-gl';
import { hidden, pointed } from '../state.js';
import { imageOf } from './images.js';
import { FADED, labelsFrom } from './overlay.js';
import { scene, type Line, type Point, type Scene } from './scene.js';

const FIT = { padding: 48, maxZoom: 15 };

/** Styles load in the background, again whenever the theme changes, and each needs its data after it has loaded. */
export function whenStyled(map: MapLibre, run: () => void): void {
  if (map.getSource('lines') === undefined) map.once('styledata', () => whenStyled(map, run));
  else run();
}

/** Draws the same scene again, after a new style with empty sources. */
export function redraw(): void {
  scene.value = { ...scene.peek() };
  pointed.value = undefined;
}

/** Returns the view in which the whole scene is visible. */
export function boundsOf({ points, lines }: Scene) {
  if (points.length === 0) return undefined;
  const bounds = new LngLatBounds();
  for (const { at } of points) bounds.extend(at);
  for (const line of lines) for (const at of line.coordinates) bounds.extend(at);
  return { bounds, fitBoundsOptions: FIT };
}

export function drawScene(map: MapLibre): () => void {
  // The map was created with the first scene in view.
  let fit = scene.peek().fit;
  let isFitted = true;
  const fitAll = (): void => {
    const found = boundsOf(scene.peek());
    if (found === undefined) return;
    map.fitBounds(found.bounds, { ...found.fitBoundsOptions, animate: false });
    isFitted = true;
  };
  // Until the user moves the map, the whole scene stays in view: the timeline appears below once there is a plan.
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
    // For tests, which cannot read the contents of the canvas.
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
