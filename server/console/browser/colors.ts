/**
 * Colors of routes that people with any color vision can tell apart: Paul Tol's muted and bright schemes, ordered so
 * that neighbors differ in lightness. Further routes reuse the colors; routes have names and numbers as well.
 *
 * A route keeps the color that it was given first, during the search and when changes add or remove other routes of the
 * plan.
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

type Named = { vehicle_id: string; date: string };

const colorNumbers = new Map<string, number>();

export function colorOf({ vehicle_id: vehicle, date }: Named): string {
  const key = `${date} ${vehicle}`;
  const number = colorNumbers.get(key) ?? colorNumbers.size;
  colorNumbers.set(key, number);
  return COLORS[number % COLORS.length] ?? COLORS[0];
}

/** Starts over, for another plan. */
export const forgetColors = (): void => colorNumbers.clear();
