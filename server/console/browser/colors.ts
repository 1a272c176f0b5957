/**
 * Colors of routes, to be told apart with every kind of color vision: Paul Tol's muted and bright schemes, ordered so that
 * neighbors differ in lightness. Beyond them the same come again; routes have names and numbers as well.
 *
 * A route keeps the color that it had when it was first seen: while its plan is searched, and when others of the plan come
 * and go by changes.
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

const given = new Map<string, number>();

export function colorOf({ vehicle_id: vehicle, date }: Named): string {
  const key = `${date} ${vehicle}`;
  const number = given.get(key) ?? given.size;
  given.set(key, number);
  return COLORS[number % COLORS.length] ?? COLORS[0];
}

/** For another plan. */
export const forgetColors = (): void => given.clear();
