/**
 * The planner on requests as users send them:
 *
 *     npm run bench:rich -- --make PROGRAM | --requests FOLDER | --smoke
 *       --kinds parcels,care --sizes 25,45 --seeds 1,2,3     which requests
 *       --seconds 1,3,10 --search-seeds 1,2                  one search for each length and seed
 *       --extract FILE.osm.pbf                               the roads; default: those of Porto
 *       --record                                             updates the best known plans where they were beaten
 *       --json FILE                                          every run, for further analysis
 *       --write FOLDER                                       no searches: writes their input for the native program
 *
 * Each request becomes a problem as in the service. The WASM module searches it on one thread in a separate process,
 * whose processor time is the clock; the response is written as the service writes it and judged by the independent
 * checker. Gaps are relative to the best known plans (`bench-rich-best.json`), including those of this run.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readBestKnown } from './bench-rich-best.js';
import { plainRequest, smokeRequests } from './bench-rich-draw.js';
import { PORTO, createPipeline, type Pipeline } from './bench-rich-pipeline.js';
import { judge } from './bench-rich-judge.js';
import {
  insertionsPerSecond,
  runLine,
  table,
  targetLines,
  withGaps,
  type JudgedRun,
  type Run,
} from './bench-rich-report.js';
import { drawnRequests, requestsOf, type RichRequest } from './bench-rich-requests.js';
import { writeProblem } from './bench-rich-write.js';
import { startSearcher } from './search-runs.js';

const KINDS = 'parcels,parcels-free,field_service,courier,waste,soft,weeks,care';

const { values: options } = parseArgs({
  options: {
    make: { type: 'string' },
    requests: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    kinds: { type: 'string', default: KINDS },
    sizes: { type: 'string', default: '25,45,100' },
    seeds: { type: 'string', default: '1,2,3' },
    seconds: { type: 'string' },
    'search-seeds': { type: 'string', default: '1,2' },
    extract: { type: 'string', default: PORTO },
    record: { type: 'boolean', default: false },
    json: { type: 'string' },
    write: { type: 'string' },
  },
});
const lengths = numbersOf(options.seconds ?? (options.smoke ? '0.3' : '1,3,10'));
const searchSeeds = options.smoke ? [1] : numbersOf(options['search-seeds']);

/** The run that measures the insertions per second of plain requests, with which other rates are compared. */
const PLAIN = { size: options.smoke ? 12 : 45, seconds: options.smoke ? 0.3 : 3 };

async function main(): Promise<void> {
  const requests = asked();
  const pipeline = await createPipeline(options.extract);
  if (options.write !== undefined) {
    for (const request of requests) {
      const body = bodyOf(request);
      if (body === undefined) continue;
      writeProblem(join(options.write, request.name), pipeline.prepare(body));
      print(request.name);
    }
    return;
  }
  const plain = await searched(pipeline, plainRequest(PLAIN.size), [PLAIN.seconds], [1]);
  const plainRate = insertionsPerSecond(plain);
  const best = readBestKnown();
  const judged: JudgedRun[] = [];
  for (const request of requests) {
    const runs = await searched(pipeline, request, lengths, searchSeeds);
    const plans = runs.map(({ plan }) => plan);
    if (plans.length === 0) continue;
    judged.push(...withGaps(runs, best.better(request.name, plans)));
  }
  print(['', ...table(judged, plainRate), '', ...targetLines(judged, plainRate)].join('\n'));
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(judged, null, 1));
  if (options.record && best.record())
    print('\nBest known plans were beaten and are written down.');
}

function asked(): RichRequest[] {
  const selection = {
    kinds: listOf(options.kinds),
    sizes: numbersOf(options.sizes),
    seeds: numbersOf(options.seeds),
  };
  if (options.smoke) return smokeRequests();
  if (options.requests !== undefined) return requestsOf(options.requests, selection);
  if (options.make !== undefined) return drawnRequests(options.make, selection);
  throw new Error('--make PROGRAM, --requests FOLDER or --smoke is needed');
}

/** Searches every length with every seed, and judges each plan. */
async function searched(
  pipeline: Pipeline,
  request: RichRequest,
  seconds: readonly number[],
  seeds: readonly number[],
): Promise<Run[]> {
  const { name, kind, size } = request;
  const body = bodyOf(request);
  if (body === undefined) return [];
  const prepared = pipeline.prepare(body);
  const { problem, tables } = prepared.plan;
  const searcher = await startSearcher({ problem, tables }, Math.max(...seconds));
  const runs: Run[] = [];
  try {
    for (const seed of seeds) {
      for (const length of seconds) {
        const result = await searcher.run({ seed, seconds: length });
        const { iterations, insertions, best, searchMs, memoryBytes } = result;
        const judged = await judge(pipeline, body, prepared, result).catch(wrong);
        if (judged === undefined) continue;
        const run = {
          ...{ name, kind, size, seed, seconds: length, plan: judged.plan },
          ...{ vehicles: best.vehicles, unserved: best.unserved, firstMs: result.startMs },
          ...{ searchMs, iterations, insertions, memoryBytes },
        };
        print(runLine(run));
        runs.push(run);
      }
    }
  } finally {
    searcher.end();
  }
  return runs;
}

/** Returns the request, or prints why there is none and returns undefined. */
function bodyOf({ name, read }: RichRequest): object | undefined {
  try {
    return read();
  } catch (error) {
    print(`${name}: left out, ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** Reports a failure and continues: the other runs are still worth measuring, and the exit code reports the failure. */
function wrong(error: unknown): undefined {
  process.exitCode = 1;
  print(`WRONG: ${error instanceof Error ? error.message : String(error)}`);
}

function listOf(text: string): string[] {
  return text.split(',').filter((word) => word !== '');
}

function numbersOf(text: string): number[] {
  return listOf(text).map(Number);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
