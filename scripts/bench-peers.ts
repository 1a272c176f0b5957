/**
 * Our planner beside peers, one core, equal processor seconds:
 *
 *     npm run bench:peers -- --sets FOLDER,FOLDER    textbook instances against their best known costs
 *       --every 5                                    of each folder, every fifth instance only
 *     npm run bench:peers -- --make PROGRAM | --requests FOLDER
 *       --kinds parcels-free --sizes 25,45 --seeds 1,2,3   requests without traffic, as `bench:rich` has them
 *     for both: --seconds 10 --seed 1 --peers pyvrp,hgs,vroom,ortools --python FILE --json FILE
 *
 * Ours is the WASM module. Peers are Python packages (`scripts/peers/run.py` names them); one that is not installed is left
 * out, which is said. What a peer has no words for it is not asked.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bandTable, outcomeLine, requestTable } from './bench-peers-report.js';
import { benchRich } from './bench-peers-rich.js';
import { PEERS } from './bench-peers-run.js';
import { benchSets } from './bench-peers-sets.js';
import { PORTO, createHouse } from './bench-rich-house.js';
import { drawnRequests, requestsOf } from './bench-rich-requests.js';

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string' },
    every: { type: 'string', default: '1' },
    make: { type: 'string' },
    requests: { type: 'string' },
    kinds: { type: 'string', default: 'parcels-free,field_service-free,courier-free' },
    sizes: { type: 'string', default: '25,45,100' },
    seeds: { type: 'string', default: '1,2,3' },
    extract: { type: 'string', default: PORTO },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    peers: { type: 'string', default: PEERS.join(',') },
    python: { type: 'string', default: 'python3' },
    json: { type: 'string' },
  },
});
const common = {
  peers: PEERS.filter((peer) => options.peers.split(',').includes(peer)),
  seconds: Number(options.seconds),
  seed: Number(options.seed),
  python: options.python,
};

async function main(): Promise<void> {
  if (options.sets !== undefined) {
    const outcomes = await benchSets({
      ...common,
      paths: options.sets.split(','),
      every: Number(options.every),
      onOutcome: (outcome) => {
        print(outcomeLine(outcome));
      },
    });
    finish(outcomes, bandTable(outcomes));
    return;
  }
  const selection = {
    kinds: options.kinds.split(','),
    sizes: options.sizes.split(',').map(Number),
    seeds: options.seeds.split(',').map(Number),
  };
  const requests =
    options.requests === undefined
      ? drawnRequests(programOf(options.make), selection)
      : requestsOf(options.requests, selection);
  const outcomes = await benchRich(await createHouse(options.extract), { ...common, requests });
  finish(outcomes, requestTable(outcomes));
}

function programOf(program: string | undefined): string {
  if (program === undefined) throw new Error('--sets, --make or --requests is needed');
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
