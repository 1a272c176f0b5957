/**
 * Our planner beside peers, on one core, with equal processor seconds:
 *
 *     npm run bench:peers -- --sets FOLDER,FOLDER    textbook instances against their best known costs
 *       --every 5                                    only every fifth instance of each folder
 *     npm run bench:peers -- --make PROGRAM | --requests FOLDER
 *       --kinds parcels-free --sizes 25,45 --seeds 1,2,3   requests without traffic, as for `bench:rich`
 *     npm run bench:peers -- --smoke                 one generated input of each kind, briefly: a test that it works
 *     for all: --seconds 10 --seed 1 --peers pyvrp,hgs,vroom,ortools --python FILE --json FILE
 *
 * Ours is the WASM module. Peers are Python packages (`scripts/peers/run.py` names them); one that is not installed is
 * left out with a message. A peer is not given problems that it cannot express.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bandTable, outcomeLine, requestTable } from './bench-peers-report.js';
import { benchRich } from './bench-peers-rich.js';
import { PEERS } from './bench-peers-run.js';
import { benchSets, type Outcome } from './bench-peers-sets.js';
import { plainRequest } from './bench-rich-draw.js';
import { PORTO, createPipeline } from './bench-rich-pipeline.js';
import { drawnRequests, requestsOf, type RichRequest } from './bench-rich-requests.js';
import { drawInstances } from './draw-instances.js';

const SMOKE_SIZE = 20;

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string' },
    smoke: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    make: { type: 'string' },
    requests: { type: 'string' },
    kinds: { type: 'string', default: 'parcels-free,field_service-free,courier-free' },
    sizes: { type: 'string', default: '25,45,100' },
    seeds: { type: 'string', default: '1,2,3' },
    extract: { type: 'string', default: PORTO },
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    peers: { type: 'string', default: PEERS.join(',') },
    python: { type: 'string', default: 'python3' },
    json: { type: 'string' },
  },
});
const common = {
  peers: PEERS.filter((peer) => options.peers.split(',').includes(peer)),
  seconds: Number(options.seconds ?? (options.smoke ? '0.5' : '10')),
  seed: Number(options.seed),
  python: options.python,
};

async function main(): Promise<void> {
  if (options.smoke) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-peers-'));
    try {
      await sets([drawInstances(folder, [SMOKE_SIZE])]);
    } finally {
      rmSync(folder, { recursive: true });
    }
    await requests([plainRequest(SMOKE_SIZE)]);
  } else if (options.sets === undefined) {
    await requests(asked());
  } else {
    await sets(options.sets.split(','));
  }
}

async function sets(paths: readonly string[]): Promise<void> {
  const every = Number(options.every);
  const onOutcome = (outcome: Outcome): void => {
    print(outcomeLine(outcome));
  };
  const outcomes = await benchSets({ ...common, paths, every, onOutcome });
  finish(outcomes, bandTable(outcomes));
}

async function requests(some: readonly RichRequest[]): Promise<void> {
  const pipeline = await createPipeline(options.extract);
  const outcomes = await benchRich(pipeline, { ...common, requests: some });
  finish(outcomes, requestTable(outcomes));
}

function asked(): RichRequest[] {
  const selection = {
    kinds: options.kinds.split(','),
    sizes: options.sizes.split(',').map(Number),
    seeds: options.seeds.split(',').map(Number),
  };
  return options.requests === undefined
    ? drawnRequests(programOf(options.make), selection)
    : requestsOf(options.requests, selection);
}

function programOf(program: string | undefined): string {
  if (program === undefined) throw new Error('--sets, --make, --requests or --smoke is needed');
  return program;
}

function finish(outcomes: readonly object[], lines: readonly string[]): void {
  print(['', ...lines].join('\n'));
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(outcomes, null, 1));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
