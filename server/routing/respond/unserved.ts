/** The unserved part of an answer: a row per order with all of its visits, a summary by cause, and proven bounds. */
import type { ReasonCode, ReasonMessage, SolutionMessage } from '../problem.js';
import type { Metadata } from '../names.js';
import type { Solved } from './context.js';
import { roundMoney } from './summary.js';
import { reasonView, suggestionView, type OrderOfReason, type ReasonView } from './reasons.js';

type UnservedMessage = SolutionMessage['unserved'][number];

/** The maximum number of orders or vehicles that a cause or a bound names. The rest are left out. */
const NAMED_MAX = 20;

type Row = {
  order_id: string;
  metadata?: Metadata;
  visits?: number[];
  cost: number;
  reasons: ReasonView[];
  suggestion?: ReasonView;
};

/** Returns one row per order, in the order of the solution. */
export function unservedRows(of: Solved): Row[] {
  const { problem, solution, context } = of;
  const groups = grouped(solution.unserved, ({ visit }) => problem.visits[visit]?.order ?? 0);
  return [...groups].map(([idx, entries]) => {
    const names = context.names.orders[idx];
    const unservedCost = names?.unservedCost ?? 0;
    const order: OrderOfReason = { idx, orderId: names?.orderId ?? '', unservedCost };
    const numbers = entries.map(({ visit }) => problem.visits[visit]?.number ?? 1);
    const remedy = entries.length === 1 ? entries[0]?.remedy : null;
    return {
      order_id: order.orderId,
      ...(names?.metadata === undefined ? {} : { metadata: names.metadata }),
      ...(names?.periodic === true ? { visits: numbers } : {}),
      cost: roundMoney(unservedCost * entries.length),
      reasons: context.explain ? distinct(entries).map((it) => reasonView(it, order, of)) : [],
      ...(context.explain && remedy !== null && remedy !== undefined
        ? { suggestion: suggestionView(remedy, order, of) }
        : {}),
    };
  });
}

type Cause = {
  code: ReasonCode;
  dimension?: string;
  attribute?: string;
  orders: number;
  visits: number;
  order_ids: string[];
};

/** Counts unserved orders and visits by cause, the most frequent first. An order counts under its first reason. */
export function unservedSummary(rows: readonly Row[]): Cause[] {
  const causes = grouped(
    rows.filter(({ reasons }) => reasons.length > 0),
    ({ reasons: [first] }) => JSON.stringify([first?.code, first?.dimension, first?.attribute]),
  );
  return [...causes.values()]
    .map((of): Cause => {
      const { code = 'not_found_in_time', dimension, attribute } = of[0]?.reasons[0] ?? {};
      return {
        code,
        ...(dimension === undefined ? {} : { dimension }),
        ...(attribute === undefined ? {} : { attribute }),
        orders: of.length,
        visits: of.reduce((sum, { visits }) => sum + (visits?.length ?? 1), 0),
        order_ids: of.slice(0, NAMED_MAX).map(({ order_id }) => order_id),
      };
    })
    .toSorted((a, b) => b.visits - a.visits);
}

/** Returns bounds that hold for every plan: the maximum number that can be served of some visits. */
export function boundViews({ problem, solution, context }: Solved) {
  const { names } = context;
  const served = new Set(solution.unserved.map(({ visit }) => visit));
  return solution.bounds.map(({ code, dimension, visits, shifts, served_max }) => {
    const of = dimension === null ? undefined : names.dimensions[dimension]?.name;
    const vehicleIds = [...new Set(shifts.map((shift) => names.shifts[shift]?.vehicleId ?? ''))];
    const orderIds = [...new Set(visits.map((visit) => orderIdOf(visit)))];
    const servedNow = visits.filter((visit) => !served.has(visit)).length;
    const what = of === undefined ? code : `${code} ${of}`;
    const named = vehicleIds.slice(0, 5).join(', ') + (vehicleIds.length > 5 ? ' …' : '');
    return {
      code,
      ...(of === undefined ? {} : { dimension: of }),
      visits: visits.length,
      served_max,
      served: servedNow,
      vehicle_ids: vehicleIds.slice(0, NAMED_MAX),
      order_ids: orderIds.slice(0, NAMED_MAX),
      comment: `Of ${visits.length === 1 ? '1 visit' : `${visits.length} visits`} that only ${named} may serve, no plan serves more than ${served_max} (${what}).`,
    };
  });

  function orderIdOf(visit: number): string {
    return names.orders[problem.visits[visit]?.order ?? -1]?.orderId ?? '';
  }
}

/** Returns the reasons of several visits of one order without duplicates, at most 12. */
function distinct(entries: readonly UnservedMessage[]): ReasonMessage[] {
  const seen = new Set<string>();
  return entries
    .flatMap(({ reasons }) => reasons)
    .filter((reason) => {
      const key = JSON.stringify(reason);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    })
    .slice(0, 12);
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
