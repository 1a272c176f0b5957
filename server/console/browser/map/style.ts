/**
 * The style of the map: areas and roads from our own tiles, with the overlay of a view above them. No glyphs or sprites
 * are loaded: without a URL for glyphs, MapLibre draws text with the system's fonts.
 */
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Theme } from '../state.js';
import { OVERLAY_SOURCES, overlayLines, overlayPoints } from './overlay.js';
import { COLORS, width, type Colors } from './palette.js';

const FONT = ['system-ui'];

const isClass = (...classes: string[]): ExpressionSpecification => [
  'in',
  ['get', 'class'],
  ['literal', classes],
];
function road(
  id: string,
  classes: readonly string[],
  color: string,
  widths: ExpressionSpecification,
): LayerSpecification {
  return {
    ...{ id, type: 'line', source: 'roads', 'source-layer': 'roads' },
    filter: isClass(...classes),
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': widths },
  };
}

const SMALL = ['residential', 'living_street', 'unclassified', 'other', 'service'];
const LINKS = ['secondary_link', 'tertiary_link', 'primary_link'];
const MIDDLE = ['tertiary', 'secondary', ...LINKS];
const LARGE = ['primary', 'trunk_link', 'motorway_link'];
const LARGEST = ['motorway', 'trunk'];

function roads(colors: Colors): LayerSpecification[] {
  return [
    road(
      'paths',
      ['track', 'pedestrian', 'footway', 'cycleway', 'path', 'steps'],
      colors.path,
      width(0.3, 0.8, 4),
    ),
    {
      ...road('ferries', ['ferry', 'shuttle_train'], colors.rail, width(0.6, 1.2, 2)),
    },
    road('small-casing', SMALL, colors.casing, width(0.4, 3, 20)),
    road('middle-casing', MIDDLE, colors.casing, width(1.4, 5.6, 28)),
    road('large-casing', LARGE, colors.casing, width(2, 7, 32)),
    road('largest-casing', LARGEST, colors.casing, width(3, 8.6, 36)),
    road('small', SMALL, colors.minor, width(0.2, 1.8, 16)),
    road('middle', MIDDLE, colors.major, width(0.8, 4, 23)),
    road('large', LARGE, colors.major, width(1.2, 5.2, 27)),
    road('largest', LARGEST, colors.trunk, width(1.8, 6.6, 31)),
    {
      ...{ id: 'oneway', type: 'symbol', source: 'roads', 'source-layer': 'roads', minzoom: 15 },
      filter: ['==', ['get', 'oneway'], true],
      layout: {
        ...{ 'symbol-placement': 'line', 'symbol-spacing': 120, 'text-field': '→' },
        ...{ 'text-font': FONT, 'text-size': 12, 'text-keep-upright': false },
      },
      paint: { 'text-color': colors.arrow },
    },
  ];
}

/** Layers of maps that were built with a basemap, below the roads. */
function areas(colors: Colors): LayerSpecification[] {
  const area = (name: 'green' | 'water' | 'building'): LayerSpecification => ({
    ...{ id: name, type: 'fill', source: 'roads', 'source-layer': name },
    paint: { 'fill-color': colors[name], 'fill-antialias': name === 'building' },
  });
  return [
    area('green'),
    area('water'),
    {
      ...{ id: 'waterway', type: 'line', source: 'roads', 'source-layer': 'waterway' },
      paint: { 'line-color': colors.water, 'line-width': width(0.4, 1.6, 7) },
    },
    area('building'),
  ];
}

/** Names of places. If names collide, the larger place wins. */
function places(colors: Colors): LayerSpecification {
  const byKind = (...sizes: number[]): ExpressionSpecification =>
    [
      'match',
      ['get', 'kind'],
      ...['city', sizes[0] ?? 0, 'town', sizes[1] ?? 0, 'village', sizes[2] ?? 0],
      ...['suburb', sizes[3] ?? 0, sizes[4] ?? 0],
    ] as unknown as ExpressionSpecification;
  return {
    ...{ id: 'places', type: 'symbol', source: 'roads', 'source-layer': 'place' },
    layout: {
      ...{
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': byKind(17, 14, 12, 12, 11),
      },
      ...{ 'symbol-sort-key': byKind(0, 1, 2, 3, 4), 'text-max-width': 8, 'text-padding': 6 },
    },
    paint: { 'text-color': colors.place, 'text-halo-color': colors.halo, 'text-halo-width': 1.6 },
  };
}

/** Names of roads, above the lines of routes and below their stops. */
function names(colors: Colors): LayerSpecification {
  return {
    ...{ id: 'names', type: 'symbol', source: 'roads', 'source-layer': 'roads', minzoom: 12 },
    filter: ['has', 'name'],
    layout: {
      ...{ 'symbol-placement': 'line', 'symbol-spacing': 320, 'text-field': ['get', 'name'] },
      ...{ 'text-font': FONT, 'text-size': ['interpolate', ['linear'], ['zoom'], 12, 10, 16, 13] },
      // If names collide, the larger road wins.
      'symbol-sort-key': [
        'case',
        isClass(...LARGEST),
        0,
        isClass(...LARGE),
        1,
        isClass(...MIDDLE),
        2,
        3,
      ],
      'text-padding': 8,
    },
    paint: { 'text-color': colors.name, 'text-halo-color': colors.halo, 'text-halo-width': 1.5 },
  };
}

export function styleOf(theme: Theme, tilesUrl: string): StyleSpecification {
  const colors = COLORS[theme];
  return {
    version: 8,
    // No transitions: while something fades, every frame is redrawn.
    transition: { duration: 0, delay: 0 },
    sources: {
      roads: {
        ...{ type: 'vector', tiles: [tilesUrl], minzoom: 6, maxzoom: 16 },
        attribution: '© OpenStreetMap contributors, ODbL 1.0',
      },
      ...OVERLAY_SOURCES,
    },
    layers: [
      { id: 'land', type: 'background', paint: { 'background-color': colors.land } },
      ...areas(colors),
      ...roads(colors),
      ...overlayLines(colors),
      names(colors),
      places(colors),
      ...overlayPoints(colors),
    ],
  };
}
