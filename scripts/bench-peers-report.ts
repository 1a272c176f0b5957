/** Tables of the benchmark of peers: textbook instances by set and band, requests one by one. */
import type { Outcome, Planner } from './bench-peers-sets.js';

/** The mean gap by band. If vehicles count first: the share of plans with as few as the best known, and their gap. */
export function bandTable(outcomes: readonly Outcome[]): string[] {
  const planners = [...new Set(outcomes.map(({ planner }) => planner))];
  const bands = [...new Set(outcomes.flatMap((outcome) => bandsOf(outcome, outcomes)))].toSorted();
  const head = ['band'.padEnd(40), ...planners.map((planner) => planner.padStart(20))].join(' ');
  const lines = bands.map((band) => {
    const inBand = outcomes.filter((outcome) => bandsOf(outcome, outcomes).includes(band));
    const cells = planners.map((planner) =>
      cellOf(inBand.filter((outcome) => outcome.planner === planner)).padStart(20),
    );
    return [band.padEnd(40), ...cells].join(' ');
  });
  return [head, ...lines];
}

/** The bands of an outcome: its set, its size, the stops per route in our plan, and the type in the instance's name. */
function bandsOf({ set, instance, orders }: Outcome, all: readonly Outcome[]): string[] {
  const size = orders <= 200 ? '   to 200' : orders <= 500 ? ' 201-500' : ' 501 on';
  const type = /^(L?(?:RC|R|C)\d)(?=\d|_)/i.exec(instance)?.[1]?.toUpperCase();
  const bands = [set, `${set} size ${size.trim()}`];
  if (type !== undefined) return [...bands, `${set} type ${type}`];
  const ours = all.find((other) => other.instance === instance && other.planner === 'ours');
  if (ours?.routes === undefined || ours.routes === 0) return bands;
  const stops = orders / ours.routes;
  return [
    ...bands,
    `${set} stops a route ${stops <= 8 ? 'to 08' : stops <= 14 ? 'to 14' : 'more'}`,
  ];
}

function cellOf(outcomes: readonly Outcome[]): string {
  const right = outcomes.filter(({ wrong }) => wrong === undefined);
  if (outcomes.length === 0) return '';
  const wrong = outcomes.length === right.length ? '' : ` -${outcomes.length - right.length}`;
  const fleets = right.filter(({ bestRoutes }) => bestRoutes !== undefined);
  if (fleets.length === 0) return `${meanGap(right)} (${outcomes.length}${wrong})`;
  const alike = fleets.filter(({ routes = Infinity, bestRoutes = 0 }) => routes <= bestRoutes);
  return `${alike.length}/${outcomes.length} ${meanGap(alike)}${wrong}`;
}

function meanGap(outcomes: readonly Outcome[]): string {
  const gaps = outcomes.flatMap(({ gap }) => gap ?? []);
  if (gaps.length === 0) return '-';
  return `${(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toFixed(3)} %`;
}

export function outcomeLine({ instance, planner, gap, cost, routes, wrong }: Outcome): string {
  const figures =
    wrong ?? `${routes ?? 0} routes, ${gap === undefined ? `cost ${cost ?? '-'}` : `gap ${gap} %`}`;
  return `${instance.padEnd(28)} ${planner.padEnd(8)} ${figures}`;
}

/** The outcome of one planner on one request: its gap to the best of all, or why there is no plan. */
export type RequestOutcome = { name: string; planner: Planner; text: string; rank?: number };

/** Returns one line per request, and how often ours is at least as good as each peer. */
export function requestTable(outcomes: readonly RequestOutcome[]): string[] {
  const planners = [...new Set(outcomes.map(({ planner }) => planner))];
  const names = [...new Set(outcomes.map(({ name }) => name))];
  const of = (name: string, planner: Planner) =>
    outcomes.find((outcome) => outcome.name === name && outcome.planner === planner);
  const width = 34;
  const lines = names.map((name) =>
    [
      name.padEnd(24),
      ...planners.map((planner) => (of(name, planner)?.text ?? '').padStart(width)),
    ].join(' '),
  );
  const peers = planners.filter((planner) => planner !== 'ours');
  const notWorse = peers.map((peer) => {
    const both = names.filter((name) => of(name, peer)?.rank !== undefined);
    const held = both.filter(
      (name) => (of(name, 'ours')?.rank ?? Infinity) <= (of(name, peer)?.rank ?? Infinity),
    );
    return `ours is not worse than ${peer} on ${held.length} of ${both.length} requests`;
  });
  const head = ['request'.padEnd(24), ...planners.map((planner) => planner.padStart(width))];
  return [head.join(' '), ...lines, '', ...notWorse];
}
