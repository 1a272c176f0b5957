/** Loads: capacity in every dimension, `load_after`, and load types that may not share a vehicle. */
import { differs, type Finding } from '../findings.js';
import { type Checked } from '../model/checked.js';
import { type Load } from '../contract.js';
import { loadsAlong } from '../model/loads.js';
import { type Route, type Stop } from '../model/routes.js';

/** Amounts have at most six decimals, so that sums that differ by less are equal. */
const LOAD_TOLERANCE = 5e-7;

type Aboard = { load: Load; pointer: string };

/** Returns the largest excess of a trip in each dimension, at the first stop from which it is on board. */
function checkTrip(trip: readonly Aboard[], capacity: Load): Finding[] {
  return Object.entries(capacity).flatMap(([dimension, expected]) => {
    const loads = trip.map(({ load, pointer }) => ({ pointer, got: load[dimension] ?? 0 }));
    const most = Math.max(...loads.map(({ got }) => got));
    const worst = loads.find(({ got }) => got >= most - LOAD_TOLERANCE);
    if (worst === undefined || most - expected <= LOAD_TOLERANCE) return [];
    const comment = `${dimension} on board`;
    return [{ code: 'capacity', ...worst, expected, comment, amount: most - expected }];
  });
}

/** Checks the loads of a route from one reload to the next. */
function checkCapacity(route: Route): Finding[] {
  const { capacity = {} } = route.occurrence.vehicle.entry;
  const { initial, after } = loadsAlong(route);
  const trips: Aboard[][] = [
    route.startPlace === undefined ? [{ load: initial, pointer: route.pointer }] : [],
  ];
  for (const { idx, pointer, raw } of route.stops) {
    if (raw.type === 'reload') trips.push([]);
    trips.at(-1)?.push({ load: after[idx] ?? {}, pointer });
  }
  return trips.flatMap((trip) => checkTrip(trip, capacity));
}

function checkLoadAfter({ raw, pointer }: Stop, expected: Load): Finding[] {
  const dimensions = new Set([...Object.keys(expected), ...Object.keys(raw.load_after)]);
  const wrong = [...dimensions].filter((dimension) =>
    differs(raw.load_after[dimension] ?? 0, expected[dimension] ?? 0, LOAD_TOLERANCE),
  );
  if (wrong.length === 0) return [];
  const comment = `${wrong.join(', ')} on board when leaving`;
  return [
    {
      code: 'load_after',
      pointer: `${pointer}/load_after`,
      expected,
      got: raw.load_after,
      comment,
    },
  ];
}

type Goods = { type: string; refused: string[]; orderId: string; from: number; to: number };

/** Returns when the goods of each order are on board: from leaving stop `from` to reaching stop `to`. */
function aboard({ stops }: Route): Goods[] {
  return stops.flatMap((stop): Goods[] => {
    const { task, idx, visit } = stop;
    if (task === undefined) return [];
    const { order_id, load_type, incompatible_load_types = [] } = task.order.entry;
    const goods = { type: load_type ?? '', refused: incompatible_load_types, orderId: order_id };
    const isReload = ({ raw }: Stop): boolean => raw.type === 'reload';
    switch (task.flow) {
      case 'delivered': {
        const loadedAt = stops.slice(0, idx).findLast(isReload)?.idx ?? -1;
        return [{ ...goods, from: loadedAt, to: idx }];
      }
      case 'collected': {
        const unloadedAt = stops.slice(idx).find(isReload)?.idx ?? Infinity;
        return [{ ...goods, from: idx, to: unloadedAt }];
      }
      case 'taken': {
        const last = stops.findLast(
          (each) => each.task?.order === task.order && each.visit === visit && each.idx > idx,
        );
        return [{ ...goods, from: idx, to: last?.idx ?? idx }];
      }
      case 'brought':
      case 'none':
        return [];
    }
  });
}

function checkLoadTypes(route: Route): Finding[] {
  const goods = aboard(route);
  return goods.flatMap((late, idx) =>
    goods.slice(0, idx).flatMap((early): Finding[] => {
      const meet = early.from < late.to && late.from < early.to;
      const clash = early.refused.includes(late.type) || late.refused.includes(early.type);
      if (!meet || !clash || early.orderId === late.orderId) return [];
      const stopIdx = Math.max(early.from, late.from, 0);
      return [
        {
          code: 'load_incompatible',
          pointer: `${route.pointer}/stops/${stopIdx}`,
          expected: `no ${late.type} beside ${early.type}`,
          got: [early.orderId, late.orderId],
          comment: 'on board at the same time',
        },
      ];
    }),
  );
}

/** Checks that nothing is on board at the end of a route that has to end empty. */
function checkEndLoad({ stops, occurrence }: Route, after: readonly Load[]): Finding[] {
  const last = stops.at(-1);
  if (occurrence.entry.end_empty !== true || last === undefined) return [];
  return Object.entries(after[last.idx] ?? {})
    .filter(([, amount]) => amount > LOAD_TOLERANCE)
    .map(([dimension, amount]) => ({
      ...{ code: 'end_load', pointer: last.pointer, expected: 0, got: amount, amount },
      comment: `${dimension} on board at the end`,
    }));
}

export function checkLoads({ routes }: Checked): Finding[] {
  return routes.flatMap((route) => {
    const { after } = loadsAlong(route);
    return [
      ...checkCapacity(route),
      ...route.stops.flatMap((stop) => checkLoadAfter(stop, after[stop.idx] ?? {})),
      ...checkEndLoad(route, after),
      ...checkLoadTypes(route),
    ];
  });
}
