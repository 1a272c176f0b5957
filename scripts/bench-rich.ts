/**
 * The planner on requests as users send them: `npm run bench:rich -- --make PROGRAM | --requests FOLDER`.
 */
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { createHouse } from './bench-rich-house.js';
import { drawnRequests, requestsOf } from './bench-rich-requests.js';
import { writeProblem } from './bench-rich-write.js';

const { values: options } = parseArgs({
  options: {
    make: { type: 'string' },
    requests: { type: 'string' },
    extract: { type: 'string', default: 'maps/porto.osm.pbf' },
    kinds: { type: 'string', default: '' },
    sizes: { type: 'string', default: '' },
    seeds: { type: 'string', default: '' },
    write: { type: 'string' },
  },
});

const listOf = (text: string): string[] => text.split(',').filter((word) => word !== '');

async function main(): Promise<void> {
  const selection = {
    kinds: listOf(options.kinds),
    sizes: listOf(options.sizes).map(Number),
    seeds: listOf(options.seeds).map(Number),
  };
  const requests =
    options.requests === undefined
      ? drawnRequests(options.make ?? '', selection)
      : requestsOf(options.requests, selection);
  const house = await createHouse(options.extract);
  for (const { name, read } of requests) {
    const prepared = house.prepare(read());
    if (options.write !== undefined) writeProblem(join(options.write, name), prepared);
    process.stdout.write(`${name} ${JSON.stringify(prepared.figures)} ${prepared.plan.tables.length} tables\n`);
  }
}

await main();
