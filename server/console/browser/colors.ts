/**
 * Colors of routes, to be told apart with every kind of color vision: Paul Tol's muted and bright schemes, ordered so that
 * neighbors differ in lightness. Beyond them the same come again; routes have names and numbers as well.
 */
const COLORS = [
  '#0072b2',
  '#d55e00',
  '#117733',
  '#aa3377',
  '#b8860b',
  '#332288',
  '#2b8f85',
  '#882255',
  '#5b8a00',
  '#5c6bc0',
  '#994f00',
  '#3a7ca5',
] as const;

export const colorOf = (routeIdx: number): string => COLORS[routeIdx % COLORS.length] ?? COLORS[0];
