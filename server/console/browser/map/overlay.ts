/** The styles of a view's lines and points above the roads; `draw.ts` supplies their data. */
import type {
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibre,
  SourceSpecification,
} from 'maplibre-gl';
import { width, type Colors } from './palette.js';

/** At lower zooms, arrows would hide the lines. */
const ARROWS_FROM_ZOOM = 13.5;
/** Above the maximum zoom, so that the layer is never shown. */
const NEVER = 24;

const NOTHING = { type: 'FeatureCollection' as const, features: [] };

/**
 * Lines are simplified to half a pixel and clipped close to each tile. By default MapLibre keeps a quarter of a tile
 * around each tile, which more than doubles what is drawn.
 */
export const OVERLAY_SOURCES: Readonly<Record<string, SourceSpecification>> = {
  lines: { type: 'geojson', data: NOTHING, tolerance: 0.5, buffer: 16 },
  points: { type: 'geojson', data: NOTHING, buffer: 32 },
  pointed: { type: 'geojson', data: NOTHING, tolerance: 0.5, buffer: 32 },
};

/** The appearance of the other routes while a route is pointed at. */
export const FADED = [
  ['ghosts', 'line-opacity', 0.15],
  ['lines', 'line-opacity', 0.2],
  ['lines-casing', 'line-opacity', 0],
  ['lines-direction', 'icon-opacity', 0],
  ['dots', 'circle-opacity', 0.25],
  ['dots', 'circle-stroke-opacity', 0.25],
  ['far-stops', 'circle-opacity', 0.25],
  ['far-stops', 'circle-stroke-opacity', 0.25],
  ['stops', 'icon-opacity', 0.3],
] as const;

/** Shows dots below this zoom, and labels from it on. */
export function labelsFrom(map: MapLibre, zoom: number): void {
  if (map.getLayer('stops')?.minzoom === zoom) return;
  map.setLayerZoomRange('stops', zoom, NEVER);
  if (zoom > 0) map.setLayerZoomRange('far-stops', 0, zoom);
  else map.setLayerZoomRange('far-stops', NEVER, NEVER);
}

const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const isRing: ExpressionSpecification = ['has', 'isRing'];
const isGhost: ExpressionSpecification = ['==', ['get', 'isGhost'], true];
const hasIcon: ExpressionSpecification = ['!=', ['get', 'icon'], ''];
const color: ExpressionSpecification = ['get', 'color'];

function line(
  id: string,
  source: string,
  filter: ExpressionSpecification,
  lineColor: ExpressionSpecification | string,
  lineWidth: ExpressionSpecification,
): LayerSpecification {
  return {
    ...{ id, type: 'line', source, filter },
    // Miters add two vertices per bend; round joins add up to nine more and look the same at these widths.
    layout: { 'line-cap': 'butt', 'line-join': 'miter' },
    paint: { 'line-color': lineColor, 'line-width': lineWidth },
  };
}

function arrows(id: string, source: string, filter: ExpressionSpecification): LayerSpecification {
  return {
    ...{ id, type: 'symbol', source, filter },
    layout: {
      ...{ 'symbol-placement': 'line', 'symbol-spacing': 90, 'icon-image': ['get', 'arrow'] },
      ...{ 'icon-allow-overlap': true, 'icon-ignore-placement': true },
    },
  };
}

function circles(
  id: string,
  source: string,
  filter: ExpressionSpecification,
  colors: Colors,
): LayerSpecification {
  return {
    ...{ id, type: 'circle', source, filter },
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 10, 3, 13, 4.5],
      'circle-color': ['case', ['get', 'isHollow'], colors.halo, color],
      'circle-stroke-color': ['case', ['get', 'isHollow'], colors.ink, colors.halo],
      'circle-stroke-width': 1.5,
    },
  };
}

function icons(id: string, source: string, filter: ExpressionSpecification): LayerSpecification {
  return {
    ...{ id, type: 'symbol', source, filter },
    layout: {
      'icon-image': ['get', 'icon'],
      // Draw all icons in the order of the data, without a search for free space.
      ...{ 'icon-allow-overlap': true, 'icon-ignore-placement': true },
      'symbol-z-order': 'source',
    },
  };
}

/** The layers below the names of roads and places. */
export function overlayLines(colors: Colors): LayerSpecification[] {
  const own: ExpressionSpecification = ['!', isGhost];
  return [
    {
      ...{ id: 'ghosts', type: 'line', source: 'lines', filter: isGhost },
      paint: { 'line-color': colors.ink, 'line-width': width(2, 3, 5), 'line-dasharray': [2, 1.5] },
    },
    line('lines-casing', 'lines', own, colors.halo, width(4, 7, 10)),
    line('lines', 'lines', own, color, width(2.2, 4, 6)),
  ];
}

/** The layers above the names. */
export function overlayPoints(colors: Colors): LayerSpecification[] {
  return [
    { ...arrows('lines-direction', 'lines', ['!', isGhost]), minzoom: ARROWS_FROM_ZOOM },
    circles('dots', 'points', ['!', hasIcon], colors),
    { ...circles('far-stops', 'points', hasIcon, colors), minzoom: NEVER, maxzoom: NEVER },
    { ...icons('stops', 'points', hasIcon), minzoom: 0 },
    line('pointed-casing', 'pointed', isLine, colors.halo, width(5, 8, 12)),
    line('pointed-line', 'pointed', isLine, color, width(3, 4.8, 7)),
    arrows('pointed-direction', 'pointed', isLine),
    circles('pointed-dots', 'pointed', ['all', isPoint, ['!', isRing], ['!', hasIcon]], colors),
    icons('pointed-stops', 'pointed', ['all', isPoint, ['!', isRing], hasIcon]),
    {
      ...{ id: 'pointed-stop', type: 'circle', source: 'pointed', filter: isRing },
      paint: {
        ...{ 'circle-radius': 13, 'circle-opacity': 0 },
        ...{ 'circle-stroke-color': colors.ink, 'circle-stroke-width': 2.5 },
      },
    },
  ];
}

/** The layers that react to the pointer, the uppermost first. */
export const TO_POINT_AT = [
  ...['pointed-stops', 'pointed-dots', 'stops', 'far-stops', 'dots'],
  ...['pointed-line', 'lines'],
] as const;
