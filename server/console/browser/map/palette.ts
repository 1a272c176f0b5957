/** The map's colors in both themes, and line widths by zoom. */
import type { ExpressionSpecification } from 'maplibre-gl';
import type { Theme } from '../state.js';

export const COLORS = {
  light: {
    land: '#e9edef',
    green: '#d5e4d0',
    water: '#b7d3e6',
    building: '#dcdfe1',
    place: '#2f3d46',
    casing: '#c9d1d6',
    minor: '#ffffff',
    major: '#ffffff',
    trunk: '#fbe3b0',
    rail: '#b9c6cf',
    path: '#dbe0e3',
    arrow: '#9aa6ae',
    name: '#4f5d66',
    halo: '#ffffff',
    ink: '#1b2a33',
  },
  dark: {
    land: '#12191e',
    green: '#16241c',
    water: '#142a3c',
    building: '#1b242a',
    place: '#c7d3da',
    casing: '#0c1114',
    minor: '#26323a',
    major: '#33434d',
    trunk: '#54503a',
    rail: '#2f4450',
    path: '#1e282e',
    arrow: '#5b6b76',
    name: '#a9b7c0',
    halo: '#12191e',
    ink: '#e8eef2',
  },
} as const;

export type Colors = (typeof COLORS)[Theme];

export const width = (at10: number, at14: number, at18: number): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.6],
  ['zoom'],
  ...[10, at10, 14, at14, 18, at18],
];
