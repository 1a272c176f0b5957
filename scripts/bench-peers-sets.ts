/**
 * Textbook instances: our planner in the WASM module beside peers, with equal processor seconds. The checker of the
 * native program compares each plan with the best known cost.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { askPeer, type Peer, type PeerQuestion } from './bench-peers-run.js';
import { instancesOf, native, readInstanceProblem } from './native.js';
import { startSearcher } from './search-runs.js';

export type Planner = 'ours' | Peer;

/** One plan of one instance. Gaps are relative to the best known cost, or else to the best of these plans. */
export type Outcome = {
  set: string;
  instance: string;
  orders: number;
  planner: Planner;
  gap?: number;
  cost?: number;
  routes?: number;
  /** The number of routes of the best known plan, if the set counts vehicles first. */
  bestRoutes?: number;
  wrong?: string;
};

export type SetsQuestion = {
  /** Folders of instances, or single files. */
  paths: readonly string[];
  every: number;
  peers: readonly Peer[];
  seconds: number;
  seed: number;
  python: string;
  onOutcome: (outcome: Outcome) => void;
};

type Instance = { set: string; instance: string; orders: number; bestRoutes?: number };

export async function benchSets(question: SetsQuestion): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const peers = new Set(question.peers);
  const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
  try {
    for (const path of question.paths.flatMap((each) => instancesOf(each, question.every))) {
      const asked = native(['instance', path, '--problem', folder]);
      if (asked.status !== 0) {
        process.stdout.write(`${path}: left out, ${asked.stderr.split('\n')[0] ?? ''}\n`);
        continue;
      }
      const instance = instanceOf(path, asked.stdout);
      const { seconds, seed } = question;
      const found: Outcome[] = [];
      const add = (outcome: Outcome): void => {
        found.push(outcome);
        question.onOutcome(outcome);
      };
      add({ ...instance, planner: 'ours', ...(await ours(path, folder, { seconds, seed })) });
      for (const peer of peers) {
        const task = { peer, folder, seconds, seed, vehiclesFirst: false, instancePath: path };
        const theirPlan = theirs(path, question.python, task, instance.bestRoutes !== undefined);
        if (theirPlan === 'missing') peers.delete(peer);
        else if (theirPlan !== 'unable') add({ ...instance, planner: peer, ...theirPlan });
      }
      outcomes.push(...withGaps(found));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return outcomes;
}

function withGaps(outcomes: readonly Outcome[]): Outcome[] {
  const least = Math.min(...outcomes.map(({ cost }) => cost ?? Infinity));
  return outcomes.map((outcome) => {
    const { gap, cost } = outcome;
    if (gap !== undefined || cost === undefined) return outcome;
    return { ...outcome, gap: (100 * (cost - least)) / least };
  });
}

function instanceOf(path: string, summary: string): Instance {
  const bestRoutes = /best known (\d+) vehicles/.exec(summary)?.[1];
  return {
    set: path.split('/').at(-2) ?? '',
    instance: basename(path).replace(/\.(txt|vrp|json|gz)/g, ''),
    orders: Number(/(\d+) orders/.exec(summary)?.[1] ?? 0),
    ...(bestRoutes === undefined ? {} : { bestRoutes: Number(bestRoutes) }),
  };
}

async function ours(path: string, folder: string, run: { seconds: number; seed: number }) {
  const searcher = await startSearcher(readInstanceProblem(folder), run.seconds);
  try {
    const { solution } = await searcher.run(run);
    const planPath = join(folder, 'plan.json');
    writeFileSync(planPath, solution);
    return judged(path, planPath);
  } finally {
    searcher.end();
  }
}

/** If vehicles count first, asks with expensive and with cheap vehicles, and returns the better plan. */
function theirs(path: string, python: string, question: PeerQuestion, vehiclesFirst: boolean) {
  const found = (vehiclesFirst ? [true, false] : [false]).map((dear) => {
    const answer = askPeer(python, { ...question, vehiclesFirst: dear });
    switch (answer.kind) {
      case 'planned':
        return judged(path, answer.planPath);
      case 'failed':
        return { wrong: answer.reason };
      case 'missing':
        process.stdout.write(`${question.peer} is left out: ${answer.reason}\n`);
        return answer.kind;
      case 'unable':
        return answer.kind;
    }
  });
  return found.reduce((one, other) => (isBetter(other, one) ? other : one));
}

type Judged = { gap?: number; cost?: number; routes?: number; wrong?: string };

function isBetter(one: Judged | string, other: Judged | string): boolean {
  if (typeof one === 'string' || typeof other === 'string') return false;
  const [routes, otherRoutes] = [one.routes ?? Infinity, other.routes ?? Infinity];
  return routes < otherRoutes || (routes === otherRoutes && (one.gap ?? 0) < (other.gap ?? 0));
}

function judged(path: string, planPath: string): Judged {
  const { status, stdout, stderr } = native(['instance', path, '--planned', planPath]);
  if (status !== 0) return { wrong: stderr.split('\n')[0] ?? 'the plan is not right' };
  const verdict = stdout.split('\n')[1] ?? '';
  const gap = /gap (-?[\d.]+) %/.exec(verdict)?.[1];
  const routes = Number(/(\d+) routes/.exec(verdict)?.[1] ?? 0);
  const cost = Number(/ cost ([\d.]+)/.exec(verdict)?.[1] ?? 0);
  return { routes, cost, ...(gap === undefined ? {} : { gap: Number(gap) }) };
}
