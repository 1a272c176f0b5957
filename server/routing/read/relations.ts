/** Reads relations, and checks that their orders exist, that each is named once, and that their gaps are possible. */
import type { RelationEntry } from '../schema/index.js';
import { RELATION_MEMBER_COUNT_MAX } from '../schema/limits.js';
import type { ReadOrder } from './orders.js';
import { reportDuplicate } from './places.js';
import { shown, type Report } from './report.js';
import type { ValidParts } from './salvage.js';
import type { NamedVehicle, VehicleNames } from './vehicle-names.js';

export type ReadRelation = {
  entry: RelationEntry;
  /** Positions in the list of orders. */
  orders: readonly number[];
  vehicle: NamedVehicle | undefined;
};

export type OrderNames = (orderId: string, pointer: string) => number | undefined;

export function createOrderNames(
  parts: ValidParts,
  orders: readonly ReadOrder[],
  report: Report,
): OrderNames {
  const byId = new Map(orders.map(({ entry }, idx) => [entry.order_id, idx]));
  return (orderId, pointer) => {
    const idx = byId.get(orderId);
    if (idx === undefined && !parts.orderIds.has(orderId)) {
      report.problem(pointer, 'unknown_order', `There is no order ${shown(orderId)}.`);
    }
    return idx;
  };
}

export function readRelations(
  { relations }: ValidParts,
  orderNames: OrderNames,
  vehicleNames: VehicleNames,
  report: Report,
): readonly ReadRelation[] {
  return relations.flatMap((entry, idx): ReadRelation[] => {
    if (entry === undefined) return [];
    const pointer = `/relations/${idx}`;
    const orders = new Map<number, string>();
    entry.orders.forEach((orderId, position) => {
      const at = `${pointer}/orders/${position}`;
      const orderIdx = orderNames(orderId, at);
      if (orderIdx === undefined) return;
      const first = orders.get(orderIdx);
      if (first === undefined) orders.set(orderIdx, at);
      else reportDuplicate(at, first, report);
    });
    const { vehicle_id, min_gap, max_gap } = entry;
    const vehicle =
      vehicle_id === undefined ? undefined : vehicleNames(vehicle_id, `${pointer}/vehicle_id`);
    const gapMax = max_gap ?? (entry.type === 'simultaneous' ? 0 : undefined);
    if (min_gap !== undefined && gapMax !== undefined && min_gap > gapMax) {
      report.problem(
        `${pointer}/min_gap`,
        'max_below_min',
        `It is more than max_gap, ${gapMax}${max_gap === undefined ? ' by default' : ''}.`,
      );
    }
    return [{ entry, orders: [...orders.keys()], vehicle }];
  });
}

/** Limits the members of all relations, counted with every visit of periodic orders; the count is an upper bound. */
export function reportRelationSize(
  relations: readonly ReadRelation[],
  visitCounts: readonly number[],
  report: Report,
): void {
  let memberCount = 0;
  for (const { entry, orders } of relations) {
    const counts = orders.map((orderIdx) => visitCounts[orderIdx] ?? 0);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const isPaired = entry.type === 'different_vehicles' && counts.some((count) => count > 1);
    memberCount += isPaired ? total * total : Math.max(1, ...counts) * orders.length;
  }
  if (memberCount > RELATION_MEMBER_COUNT_MAX) {
    report.problem(
      '/relations',
      'too_many_relations',
      `Counting all visits, the relations have ${memberCount} members; the maximum is ${RELATION_MEMBER_COUNT_MAX}.`,
    );
  }
}
