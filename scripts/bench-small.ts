/**
 * `npm run bench:small`: small random requests, planned as for a waiting caller, so that a second program can enumerate
 * all plans and find better ones. Prints the findings of the checker on the answers.
 *
 *     npm run bench:small -- --out FILE [--from 30001] [--count 400] [REQUEST.json …]
 *     ENUMERATED=FILE cargo test --release -p messages --test enumerated -- --nocapture
 *
 *     draw(seed) or read ──► the service, sync default ──► checker ──► what was found ─┐
 *                └──► compile ──► tables ──────────────────────────────────────────────┴──► FILE
 *
 * Requests named in place of a range of seeds must contain their travel costs. An item of the file has the form of
 * `test/fixtures/plans/problems.json`, plus what was found: the priorities of mandatory visits left out, and the cost.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { readConfig } from '../server/config.js';
import {
  createSharedTraffic,
  createThreadMaps,
  createThreadSpeeds,
} from '../server/roads/index.js';
import { createPrepareTasks, type ProblemMessage } from '../server/routing/index.js';
import { loadSpeeds } from '../server/speeds.js';
import { createZoneLookup } from '../server/time/index.js';
import { checkSolution, type RoutingRequest } from '../test/support/checker/index.js';
import { ALL_FEATURES, drawRequest } from '../test/support/draw/index.js';
import { API_KEY, startTarget } from './bench-start.js';

type Answer = Parameters<typeof checkSolution>[1];

/** The options of every request, which replace those it was generated with. The objective is the default. */
const OPTIONS = { geometry: 'none' } as const;
/** Larger problems have too many plans to enumerate. */
const VISITS = [3, 5] as const;
const SHIFTS_MAX = 3;
/** These features control the search, and not the problem. */
const NOT_DRAWN = ['objective', 'limited_iterations'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    from: { type: 'string', default: '30001' },
    count: { type: 'string', default: '400' },
  },
});
if (values.out === undefined) throw new Error('--out FILE is missing');

const ROOT = new URL('../../', import.meta.url);
const config = readConfig({});
instantiate(await compileModule(ROOT), createSharedMemory());
const { routing_prepare } = createPrepareTasks({
  speeds: createThreadSpeeds({
    files: await loadSpeeds(config, ROOT),
    shared: createSharedTraffic(),
  }),
  maps: createThreadMaps({ mapPaths: [], snapRadiusMeters: 0, memoryBytesMax: 2 ** 30 }, 'car'),
  zoneOf: createZoneLookup(),
  ownProfiles: new Map(),
  jobSecondsMax: config.jobSecondsMax,
});
const target = await startTarget('service', 1);
const allowed = new Set(ALL_FEATURES.filter((feature) => !NOT_DRAWN.includes(feature)));

const items: object[] = [];
for (const { name, request } of named()) {
  const made = itemOf(request);
  if (made === undefined) continue;
  const answer = await answerTo(request);
  const findings = checkSolution(request, answer);
  if (findings.length > 0) process.stdout.write(`${name}: ${JSON.stringify(findings)}\n`);
  items.push({ name, ...made, found: foundOf(request, answer) });
  // Write after each item, because a long run may be interrupted.
  writeFileSync(values.out, JSON.stringify(items));
  if (positionals.length === 0 && items.length >= Number(values.count)) break;
}
process.stdout.write(`${items.length} problems\n`);
target.child.disconnect();

function* named(): Generator<{ name: string; request: RoutingRequest }> {
  for (const path of positionals) {
    const request = JSON.parse(readFileSync(path, 'utf8')) as RoutingRequest;
    yield { name: basename(path, '.json'), request: { ...request, options: OPTIONS } };
  }
  for (let seed = Number(values.from); positionals.length === 0; seed += 1) {
    const request = drawRequest(seed, allowed);
    yield { name: String(seed), request: { ...request, options: OPTIONS } };
  }
}

/** Returns the input of the core, or undefined if the request is refused or not small. */
function itemOf(
  request: RoutingRequest,
): { problem: ProblemMessage; tables: object[] } | undefined {
  const body = [new TextEncoder().encode(JSON.stringify(request))];
  const result = routing_prepare({ body, operation: 'sync' }, { shouldStop: () => false });
  if (result.kind !== 'done' || result.output.kind !== 'prepared') return undefined;
  const { plan } = result.output;
  const problem = JSON.parse(new TextDecoder().decode(plan.problem)) as ProblemMessage;
  const { visits, shifts } = problem;
  const isSmall =
    visits.length >= VISITS[0] && visits.length <= VISITS[1] && shifts.length <= SHIFTS_MAX;
  if (positionals.length === 0 && (!isSmall || shifts.length === 0)) return undefined;
  const tables = plan.tables.map(({ distanceMeters, travelSeconds }) => ({
    distance_meters: [...distanceMeters],
    travel_seconds: [...travelSeconds],
  }));
  return { problem, tables };
}

async function answerTo(request: RoutingRequest): Promise<Answer> {
  const answer = await fetch(`${target.url}/engine/routing/v1/sync`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return JSON.parse(text) as Answer;
}

function foundOf({ orders }: RoutingRequest, { unserved, statistics }: Answer): object {
  const asked = new Map(orders.map((order) => [order.order_id, order]));
  const leftOut = unserved.flatMap(({ order_id, visits = [1] }) => {
    const { mandatory = true, priority = 0 } = asked.get(order_id) ?? {};
    return mandatory ? visits.map(() => priority) : [];
  });
  return { left_out: leftOut, cost: statistics.cost['total'] };
}
