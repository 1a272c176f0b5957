/** The time for loading at the start of a route and unloading at its end, by the load on board (rule 60). */
import { type HandlingEntry, type Load } from '../contract.js';
import { plus, rational, roundHalfUp, times, type Rational, ZERO } from '../rational.js';
import { loadsAlong } from './loads.js';
import { type Route } from './routes.js';

/** Returns the seconds. Seconds per unit are rounded to thousandths, and their sum half up to whole seconds. */
export function handlingSeconds(handling: HandlingEntry | undefined, load: Load): number {
  const { duration = 0, per_unit = {} } = handling ?? {};
  const parts = Object.entries(per_unit).map(([dimension, seconds]): Rational => {
    const thousandths = rational(Math.round(1000 * seconds));
    return times(times(thousandths, rational(0.001)), rational(amountOf(load, dimension)));
  });
  return duration + roundHalfUp(parts.reduce(plus, ZERO));
}

/** Rounds, because sums of decimals have digits that no load has. */
const amountOf = (load: Load, dimension: string): number =>
  Math.max(0, Math.round(1e6 * (load[dimension] ?? 0)) / 1e6);

/** Returns the seconds for loading at the start of a route, and for unloading at its end. */
export function handlingOf(route: Route): { start: number; end: number } {
  const { loading, unloading } = route.occurrence.vehicle.entry;
  const { initial, after } = loadsAlong(route);
  return {
    start: handlingSeconds(loading, initial),
    end: handlingSeconds(unloading, after.at(-1) ?? {}),
  };
}
