/**
 * The planner on benchmark instances: `npm run bench:routing -- --set FILE_OR_FOLDER [--seconds 10] [--every 1]`.
 *
 * All searches run inside the WASM module on one thread, through the class that search threads use. The native program
 * reads the instances, passes them on as messages, and judges the answers; gaps are relative to the best known costs,
 * which are stored beside the instances. Without `--set`, two instances of 49 and 1,000 orders are generated and
 * searched for a second each.
 *
 * With `--large`, it measures a plan of 10,000 orders as a job of the whole service (`bench-large-routing.ts`).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PlanSearch } from '#wasm';
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { benchLargePlan } from './bench-large-routing.js';
import { drawInstances } from './draw-instances.js';
import { instancesOf, native, readInstanceProblem } from './native.js';

/** The intended duration of one slice of the search. */
const SLICE_MS = 10;

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    seconds: { type: 'string' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    large: { type: 'boolean', default: false },
    orders: { type: 'string', default: '10000' },
    places: { type: 'string', default: '5000' },
    vehicles: { type: 'string', default: '250' },
    threads: { type: 'string', default: '2' },
  },
});
const root = new URL(import.meta.url.includes('/dist/') ? '../../' : '../', import.meta.url);

async function main(): Promise<void> {
  const memory = createSharedMemory();
  instantiate(await compileModule(root), memory);
  const folder = mkdtempSync(join(tmpdir(), 'bench-routing-'));
  const gaps: number[] = [];
  try {
    const set = options.set ?? drawInstances(folder, [49, 1000]);
    for (const path of instancesOf(set, Number(options.every))) {
      const asked = native(['instance', path, '--problem', folder]);
      if (asked.status !== 0) {
        print(`${path}: left out, ${asked.stderr.split('\n')[0] ?? ''}`);
        continue;
      }
      const figures = plan(folder);
      const judged = native(['instance', path, '--planned', join(folder, 'plan.json')]);
      const verdict = judged.stdout.split('\n')[1] ?? '';
      const gap = /gap (-?[\d.]+) %/.exec(verdict)?.[1];
      if (gap !== undefined) gaps.push(Number(gap));
      const name = path.split('/').at(-1) ?? path;
      const memoryMegabytes = Math.round(memory.buffer.byteLength / 1e6);
      print(
        `${name.padEnd(24)} first plan ${figures.firstMs.toFixed(0)} ms, ${figures.iterations} iterations, ${figures.unserved} unserved, ` +
          `${memoryMegabytes} MB  ${judged.status === 0 ? verdict : judged.stderr.split('\n')[0]}`,
      );
    }
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    if (gaps.length > 0) print(`mean gap ${mean.toFixed(3)} % over ${gaps.length}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Figures = { firstMs: number; iterations: number; unserved: number };

function plan(folder: string): Figures {
  const { problem, tables } = readInstanceProblem(folder);
  const search = new PlanSearch(problem);
  try {
    for (const { distanceMeters, travelSeconds } of tables) {
      search.addTable(distanceMeters, travelSeconds);
    }
    const startedAt = performance.now();
    search.start(BigInt(options.seed), undefined);
    const firstMs = performance.now() - startedAt;
    const limitMs = Number(options.seconds ?? (options.set === undefined ? 1 : 10)) * 1000;
    let slice = 1;
    for (;;) {
      const sliceStartedAt = performance.now();
      const progress = (sliceStartedAt - startedAt) / limitMs;
      if (progress >= 1 || search.run(slice, progress)) break;
      const sliceMs = performance.now() - sliceStartedAt;
      slice = Math.max(1, Math.round(slice * Math.min(4, SLICE_MS / Math.max(sliceMs, 0.01))));
    }
    const bytes = search.solution();
    writeFileSync(join(folder, 'plan.json'), bytes);
    const answer = JSON.parse(new TextDecoder().decode(bytes)) as {
      unserved: unknown[];
      search: { iterations: number };
    };
    return { firstMs, iterations: answer.search.iterations, unserved: answer.unserved.length };
  } finally {
    search.free();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

if (options.large) {
  await benchLargePlan({
    orders: Number(options.orders),
    places: Number(options.places),
    vehicles: Number(options.vehicles),
    seconds: Number(options.seconds ?? 300),
    threads: Number(options.threads),
  });
} else {
  await main();
}
