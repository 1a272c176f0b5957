/**
 * The best known plans of requests, in a file beside this one: the reference for gaps. Plans are compared by the
 * objective; a gap is a difference in cost between plans that are equal in all terms before the cost.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RoutingRequest, RoutingResponse } from '../test/support/checker/index.js';

/** The terms by which plans are compared, the most important first. */
export type Planned = {
  /** Unserved visits of mandatory orders. */
  unserved: number;
  /** 0 if the request's objective does not count vehicles before costs. */
  vehicles: number;
  /** Includes the cost of optional orders that are left out. */
  cost: number;
};

/** The percentage of the cost, or the earlier term that is worse. */
export type Gap = { percent: number } | { worse: 'unserved' | 'vehicles' };

export type BestKnown = {
  /** Returns the best of the known plan and these. */
  better: (name: string, plans: readonly Planned[]) => Planned;
  /** Writes the file if any known plan was beaten, and returns whether one was. */
  record: () => boolean;
};

/** Sums of the same numbers in a different order may differ by this share. */
const SAME_SHARE = 1e-7;
const BEFORE_COST = ['unserved', 'vehicles'] as const;
const MINIMIZE_DEFAULT = ['unserved', 'cost'];

const sources = new URL(
  import.meta.url.includes('/dist/') ? '../../scripts/' : './',
  import.meta.url,
);
const file = fileURLToPath(new URL('bench-rich-best.json', sources));

export function readBestKnown(): BestKnown {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '{}';
  const known = new Map(Object.entries(JSON.parse(text) as Record<string, Planned>));
  let isBeaten = false;
  return {
    better(name, plans) {
      const before = known.get(name);
      const all = before === undefined ? plans : [before, ...plans];
      const best = all.reduce((one, other) => (isBetter(other, one) ? other : one));
      if (best !== before) {
        known.set(name, best);
        isBeaten = true;
      }
      return best;
    },
    record() {
      if (isBeaten) writeFileSync(file, textOf(known));
      return isBeaten;
    },
  };
}

/** Returns the terms of a valid response. */
export function plannedOf(request: RoutingRequest, response: RoutingResponse): Planned {
  const minimize = request.objective?.minimize ?? MINIMIZE_DEFAULT;
  const at = minimize.indexOf('vehicles');
  const isCounted = at >= 0 && at < minimize.indexOf('cost');
  const optional = new Set(
    request.orders.filter((order) => order.mandatory === false).map((order) => order.order_id),
  );
  return {
    unserved: response.unserved.filter(({ order_id: id }) => !optional.has(id)).length,
    vehicles: isCounted ? response.statistics.vehicles : 0,
    cost: response.statistics.cost['total'] ?? 0,
  };
}

export function gapOf(plan: Planned, best: Planned): Gap {
  for (const worse of BEFORE_COST) {
    if (plan[worse] > best[worse]) return { worse };
  }
  return { percent: best.cost === 0 ? 0 : (100 * (plan.cost - best.cost)) / Math.abs(best.cost) };
}

export function isBetter(one: Planned, other: Planned): boolean {
  for (const what of BEFORE_COST) {
    if (one[what] !== other[what]) return one[what] < other[what];
  }
  return one.cost < other.cost - SAME_SHARE * Math.abs(other.cost);
}

/** Returns one line per request, sorted by name, so that diffs are readable. */
function textOf(known: ReadonlyMap<string, Planned>): string {
  const names = [...known.keys()].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const lines = names.map((name) => {
    const { unserved = 0, vehicles = 0, cost = 0 } = known.get(name) ?? {};
    return `  "${name}": { "unserved": ${unserved}, "vehicles": ${vehicles}, "cost": ${cost} }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
