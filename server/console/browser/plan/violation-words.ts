/** Describes a violation in words. */
import { formatDistance, formatDuration, formatNumber } from '../format.js';
import { TEXTS } from '../texts.js';
import { nameOf } from './plan-scene.js';
import type { Route, Violation } from './types.js';

const { violations } = TEXTS;

type Known = keyof typeof violations;
const isKnown = (code: string): code is Known => code in violations;

/** Returns a text such as `van#1, stop 3 (Serralves): 12 min late for its window`. */
export function violationWords(
  violation: Violation,
  { vehicle_id: vehicle, stops }: Route,
): string {
  const { code, stop: stopIdx, orders } = violation;
  const stop = stopIdx === undefined ? undefined : stops[stopIdx];
  const where =
    stop === undefined || stopIdx === undefined
      ? vehicle
      : TEXTS.edit.stopOf(vehicle, stopIdx, nameOf(stop));
  // A code that this page has no text for is shown itself.
  const what = isKnown(code) ? violations[code](amountOf(violation)) : code.replaceAll('_', ' ');
  const whose = stop === undefined && orders !== undefined ? ` (${orders.join(', ')})` : '';
  return `${where}: ${what}${whose}`;
}

function amountOf({ code, amount, dimension }: Violation): string {
  if (amount === undefined) return '';
  if (dimension !== undefined) return `${formatNumber(amount)} ${dimension}`;
  if (code === 'distance') return formatDistance(amount);
  if (code === 'stops') return formatNumber(amount);
  return formatDuration(amount);
}
