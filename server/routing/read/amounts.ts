/**
 * Loads and capacities: the dimensions of a request, and the power of ten that makes the amounts of each integers.
 */
import { pointerTo } from '../../validation/index.js';
import { AMOUNT_DECIMALS_MAX, DIMENSION_COUNT_MAX } from '../schema/limits.js';
import type { ReadOrder } from './orders.js';
import { shown, type Report } from './report.js';
import type { ReadVehicle } from './vehicles.js';

export type Dimension = { name: string; scale: number };

const NAME_LENGTH_MAX = 64;

export function readDimensions(
  vehicles: readonly ReadVehicle[],
  orders: readonly ReadOrder[],
  report: Report,
): readonly Dimension[] {
  const decimals = new Map<string, number>();
  /** Sum over all orders, in units. The core needs sums that are exact as integers, so larger ones are refused. */
  const totals = new Map<string, number>();
  const seen = new Set<string>();
  const read = (amounts: Readonly<Record<string, number>>, pointer: string): void => {
    // A load that several stops inherit from their order is read once.
    if (seen.has(pointer)) return;
    seen.add(pointer);
    for (const [name, amount] of Object.entries(amounts)) {
      if (name === '' || name.length > NAME_LENGTH_MAX) {
        report.problem(
          pointerTo(pointer, name),
          'invalid_dimension',
          `The name of a dimension must have 1 to ${NAME_LENGTH_MAX} characters.`,
        );
        continue;
      }
      const ofAmount = decimalsOf(amount);
      if (ofAmount > AMOUNT_DECIMALS_MAX) {
        report.problem(
          pointerTo(pointer, name),
          'too_many_decimals',
          `Amounts may have at most ${AMOUNT_DECIMALS_MAX} decimals, got ${amount}.`,
        );
        continue;
      }
      decimals.set(name, Math.max(decimals.get(name) ?? 0, ofAmount));
    }
  };
  for (const { entry, pointer } of vehicles) {
    if (entry.capacity !== undefined) read(entry.capacity, `${pointer}/capacity`);
  }
  for (const { stops, entry } of orders) {
    for (const { load, loadPointer } of stops) {
      read(load, loadPointer);
      for (const [name, amount] of Object.entries(load)) {
        totals.set(name, (totals.get(name) ?? 0) + amount * (entry.visits?.count ?? 1));
      }
    }
  }
  if (decimals.size > DIMENSION_COUNT_MAX) {
    report.problem(
      '/orders',
      'too_many_dimensions',
      `The request has ${decimals.size} load dimensions; the maximum is ${DIMENSION_COUNT_MAX}.`,
    );
  }
  reportUnlimited(vehicles, orders, report);
  reportUnknown(vehicles, decimals, report);
  return [...decimals].map(([name, count]) => {
    const scale = 10 ** count;
    if ((totals.get(name) ?? 0) * scale > Number.MAX_SAFE_INTEGER / 1000) {
      report.problem(
        '/orders',
        'load_too_large',
        `The sum of all loads of ${shown(name)} is too large for its number of decimals.`,
      );
    }
    return { name, scale };
  });
}

/** Warns once per dimension that loads have but no vehicle limits: this is more often a slip than intended. */
function reportUnlimited(
  vehicles: readonly ReadVehicle[],
  orders: readonly ReadOrder[],
  report: Report,
): void {
  const known = new Set(vehicles.flatMap(({ entry }) => Object.keys(entry.capacity ?? {})));
  for (const { stops } of orders) {
    for (const { load, loadPointer } of stops) {
      for (const name of Object.keys(load)) {
        if (known.has(name)) continue;
        known.add(name);
        report.warning(
          pointerTo(loadPointer, name),
          'unlimited_dimension',
          `No vehicle has a capacity of ${shown(name)}, so the dimension is unlimited. To limit it, add a capacity to the vehicles.`,
        );
      }
    }
  }
}

/** Reports dimensions in `loading` and `unloading` that neither loads nor capacities have. */
function reportUnknown(
  vehicles: readonly ReadVehicle[],
  known: ReadonlyMap<string, unknown>,
  report: Report,
): void {
  for (const { entry, pointer } of vehicles) {
    for (const field of ['loading', 'unloading'] as const) {
      for (const name of Object.keys(entry[field]?.per_unit ?? {})) {
        if (known.has(name)) continue;
        report.problem(
          pointerTo(`${pointer}/${field}/per_unit`, name),
          'unknown_dimension',
          `No load and no capacity has the dimension ${shown(name)}.`,
        );
      }
    }
  }
}

/** Returns an amount as the integer that the core plans with. */
export const scaledAmount = (amount: number, { scale }: Dimension): number =>
  Math.round(amount * scale);

function decimalsOf(amount: number): number {
  const [digits = '', exponent = '0'] = String(amount).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}
