/**
 * Gives requests as users send them to peers that can express them, with the same places, matrices, windows, breaks
 * and loads. Each peer's plan is put into the request and judged in check mode and by the independent checker. One
 * evaluator thus computes all costs, and places the breaks in every plan.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RequestOutcome } from './bench-peers-report.js';
import { askPeer, type Peer } from './bench-peers-run.js';
import { gapOf, isBetter, readBestKnown, type Planned } from './bench-rich-best.js';
import type { Pipeline, Prepared } from './bench-rich-pipeline.js';
import { judge } from './bench-rich-judge.js';
import type { RichRequest } from './bench-rich-requests.js';
import { writeProblem } from './bench-rich-write.js';
import { startSearcher } from './search-runs.js';

export type RichQuestion = {
  requests: readonly RichRequest[];
  peers: readonly Peer[];
  seconds: number;
  seed: number;
  python: string;
};

type Found = { plan: Planned } | { reason: string };
type Names = {
  shifts: { vehicleId: string; shiftId: string; date: string }[];
  orders: { orderId: string }[];
  stops: { stopId?: string }[];
};
type Message = { stops: { visit: number }[]; visits: { order: number }[] };
type PeerPlan = {
  routes: { shift: number; stops: { role: { type: 'order'; stop: number } }[] }[];
};

export async function benchRich(
  pipeline: Pipeline,
  question: RichQuestion,
): Promise<RequestOutcome[]> {
  const best = readBestKnown();
  const peers = new Set(question.peers);
  const outcomes: RequestOutcome[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  try {
    for (const { name, read } of question.requests) {
      const body = read();
      const prepared = pipeline.prepare(body);
      writeProblem(folder, prepared);
      const found = new Map<RequestOutcome['planner'], Found>();
      found.set('ours', await ours(pipeline, body, prepared, question));
      for (const peer of peers) {
        const answer = await theirs(pipeline, body, prepared, { ...question, peer, folder });
        if (answer === 'missing') peers.delete(peer);
        else if (answer !== undefined) found.set(peer, answer);
      }
      const plans = [...found.values()].flatMap((each) => ('plan' in each ? each.plan : []));
      const known = best.better(name, plans);
      for (const [planner, each] of found) {
        outcomes.push({ name, planner, ...told(each, known, plans) });
        process.stdout.write(
          `${name.padEnd(24)} ${planner.padEnd(8)} ${told(each, known, plans).text}\n`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return outcomes;
}

/** `rank`: how many of the plans are better. */
function told(found: Found, known: Planned, plans: readonly Planned[]) {
  if ('reason' in found) return { text: found.reason.slice(0, 33) };
  const { plan } = found;
  const gap = gapOf(plan, known);
  const text = 'percent' in gap ? `${gap.percent.toFixed(2)} %` : `more ${gap.worse}`;
  return {
    text: `${plan.cost.toFixed(2)}  ${text}`,
    rank: plans.filter((other) => isBetter(other, plan)).length,
  };
}

async function ours(
  pipeline: Pipeline,
  body: object,
  prepared: Prepared,
  { seconds, seed }: RichQuestion,
): Promise<Found> {
  const searcher = await startSearcher(prepared.plan, seconds);
  try {
    const result = await searcher.run({ seed, seconds });
    const { plan } = await judge(pipeline, body, prepared, result);
    return { plan };
  } finally {
    searcher.end();
  }
}

/** Returns the better of two plans, one with costly vehicles, or undefined if the peer cannot pose the request. */
async function theirs(
  pipeline: Pipeline,
  body: object,
  prepared: Prepared,
  question: RichQuestion & { peer: Peer; folder: string },
): Promise<Found | 'missing' | undefined> {
  const { peer, folder, seconds, seed, python } = question;
  let best: Found | undefined;
  for (const vehiclesFirst of [false, true]) {
    const answer = askPeer(python, { peer, folder, seconds, seed, vehiclesFirst });
    if (answer.kind === 'missing') {
      process.stdout.write(`${peer} is left out: ${answer.reason}\n`);
      return 'missing';
    }
    if (answer.kind === 'unable') return undefined;
    if (answer.kind === 'failed') return { reason: answer.reason };
    const plan = JSON.parse(readFileSync(answer.planPath, 'utf8')) as PeerPlan;
    const found = await evaluated(pipeline, withPlan(body, prepared, plan));
    if (best === undefined || isBetterFound(found, best)) best = found;
  }
  return best;
}

function isBetterFound(one: Found, other: Found): boolean {
  if (!('plan' in one)) return false;
  return !('plan' in other) || isBetter(one.plan, other.plan);
}

/** Returns the request with the plan, to be judged as it is. */
function withPlan(body: object, { plan, context }: Prepared, { routes }: PeerPlan): object {
  const parse = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
  const { names } = parse(context) as { names: Names };
  const { stops, visits } = parse(plan.problem) as Message;
  const stopOf = ({ role }: PeerPlan['routes'][number]['stops'][number]) => {
    const order = visits[stops[role.stop]?.visit ?? -1]?.order ?? -1;
    const stopId = names.stops[role.stop]?.stopId;
    const named = { order_id: names.orders[order]?.orderId };
    return stopId === undefined ? named : { ...named, stop_id: stopId };
  };
  const planned = routes.map((route) => {
    const { vehicleId, date } = names.shifts[route.shift] ?? { vehicleId: '', date: '' };
    return { vehicle_id: vehicleId, date, stops: route.stops.map(stopOf) };
  });
  const options = { ...('options' in body ? (body.options as object) : {}), mode: 'check' };
  return { ...body, plan: { routes: planned }, options };
}

async function evaluated(pipeline: Pipeline, body: object): Promise<Found> {
  const prepared = pipeline.prepare(body);
  const seconds = 0.1;
  const searcher = await startSearcher(prepared.plan, seconds);
  try {
    const result = await searcher.run({ seed: 1, seconds });
    const { plan, response } = await judge(pipeline, body, prepared, result);
    const broken = response.routes.flatMap((route) => route.violations ?? []);
    const [first] = broken;
    if (first !== undefined) return { reason: `breaks ${broken.length}: ${first.code}` };
    return { plan };
  } finally {
    searcher.end();
  }
}
