/**
 * The best plans of requests that were ever seen, in a file beside this one: what gaps are measured against. Plans compare as
 * the objective says, score by score; a gap is of money, between plans that agree in all that comes before it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** `score`: what is minimized, the most important first; the last is all that is money. */
export type Planned = { score: readonly number[]; cost: number };

/** Percent of the cost, or what comes before it and is worse. */
export type Gap = { percent: number } | { worse: 'unserved' | 'vehicles' };

export type BestKnown = {
  /** The better of what is known and these. */
  better: (name: string, plans: readonly Planned[]) => Planned;
  /** Whether any was beaten. */
  record: () => boolean;
};

/** Sums of the same numbers in another order differ by that much. */
const SAME_SHARE = 1e-9;
const SCORES = ['unserved', 'vehicles'] as const;

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
        known.set(name, { score: [...best.score], cost: best.cost });
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

export function gapOf(plan: Planned, best: Planned): Gap {
  for (const [at, worse] of SCORES.entries()) {
    if ((plan.score[at] ?? 0) > (best.score[at] ?? 0)) return { worse };
  }
  return { percent: best.cost === 0 ? 0 : (100 * (plan.cost - best.cost)) / Math.abs(best.cost) };
}

export function isBetter(one: Planned, other: Planned): boolean {
  for (const [at, value] of one.score.entries()) {
    const than = other.score[at] ?? 0;
    if (Math.abs(value - than) > SAME_SHARE * Math.abs(than)) return value < than;
  }
  return false;
}

/** A line a request, in the order of their names, so that changes read well. */
function textOf(known: ReadonlyMap<string, Planned>): string {
  const names = [...known.keys()].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  );
  const lines = names.map((name) => {
    const { score = [], cost = 0 } = known.get(name) ?? {};
    return `  ${JSON.stringify(name)}: { "score": [${score.join(', ')}], "cost": ${cost} }`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
