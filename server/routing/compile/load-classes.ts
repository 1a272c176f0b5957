/**
 * Load types as the core represents them: classes of orders whose loads may not be on board together.
 *
 * In the request, each order has its own list: if one order of `food` excludes `chemicals`, other orders of `food` need
 * not. So orders with the same type and the same exclusions form a class, and two classes are incompatible if either
 * excludes the type of the other.
 */
import type { ReadOrder } from '../read/index.js';

export type LoadClasses = {
  classOf: (order: ReadOrder) => number | null;
  /** For each class, the classes that it is incompatible with. Symmetric. */
  incompatible: number[][];
};

type LoadClass = { type: string | undefined; refused: ReadonlySet<string> };

export function createLoadClasses(orders: readonly ReadOrder[]): LoadClasses {
  const indexes = new Map<string, number>();
  const classes: LoadClass[] = [];
  const byOrder = new Map<ReadOrder, number>();
  for (const order of orders) {
    const { load_type, incompatible_load_types = [] } = order.entry;
    if (load_type === undefined && incompatible_load_types.length === 0) continue;
    const refused = [...new Set(incompatible_load_types)].toSorted();
    const key = JSON.stringify([load_type ?? null, refused]);
    const idx =
      indexes.get(key) ?? classes.push({ type: load_type, refused: new Set(refused) }) - 1;
    indexes.set(key, idx);
    byOrder.set(order, idx);
  }
  const refuses = ({ refused }: LoadClass, { type }: LoadClass): boolean =>
    type !== undefined && refused.has(type);
  return {
    classOf: (order) => byOrder.get(order) ?? null,
    incompatible: classes.map((one) =>
      classes.flatMap((other, idx) => (refuses(one, other) || refuses(other, one) ? [idx] : [])),
    ),
  };
}
