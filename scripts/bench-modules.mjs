/**
 * `npm run bench:modules -- --before FOLDER [--now solver-rs/pkg] [--seconds 2] PROBLEM...`: compares two builds of the
 * core on the same problems, in insertions per second of processor time. Problems are folders written by
 * `npm run bench:rich -- --write`; a build is the output of `npm run build:wasm`, for example of an older commit:
 *
 *     git archive COMMIT solver-rs/pkg | tar -x -C FOLDER
 *
 * Both make the same iterations in this process, in alternating turns of about 40 ms, so that other load on the machine
 * affects both equally. If the two searches are not identical step by step, this is reported: their times are then
 * those of different work and cannot be compared.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const TURN_SECONDS = 0.04;
/** Turns until the engine's compiler has optimized the hot functions. */
const WARM_UP_TURNS = 20;
const NAMES = ['before', 'now'];

const { values: options, positionals: problems } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    now: { type: 'string', default: 'solver-rs/pkg' },
    seconds: { type: 'string', default: '2' },
    seed: { type: 'string', default: '1' },
  },
});
if (options.before === undefined || problems.length === 0) {
  throw new Error('give --before FOLDER, and problems');
}

async function load(folder) {
  const glue = await import(pathToFileURL(resolve(folder, 'route_engine_wasm.js')).href);
  glue.initSync({
    module: readFileSync(join(folder, 'route_engine_wasm_bg.wasm')),
    thread_stack_size: 2 ** 20,
  });
  return glue;
}

/** Starts a search. Modules built before 2026-11-23 call the class `Planner`. */
function open({ PlanSearch, Planner }, folder) {
  const integers = (path) => new Int32Array(new Uint8Array(readFileSync(path)).buffer);
  const search = new (PlanSearch ?? Planner)(readFileSync(join(folder, 'problem.json')));
  const file = (name, idx) => join(folder, `${name}-${String(idx)}.bin`);
  for (let idx = 0; existsSync(file('meters', idx)); idx += 1) {
    search.addTable(integers(file('meters', idx)), integers(file('seconds', idx)));
  }
  search.start(BigInt(options.seed), undefined);
  return search;
}

function processorSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Returns the seconds of processor time that some iterations take. */
function secondsOf(search, iterations, progress) {
  const startedAt = processorSeconds();
  search.run(iterations, progress);
  return Math.max(1e-4, processorSeconds() - startedAt);
}

function reached(search) {
  const status = search.status();
  const { insertions, cost } = status;
  status.free();
  return { insertions: Number(insertions), cost };
}

function compare(modules, folder) {
  const searches = NAMES.map((name) => open(modules[name], folder));
  const secondsMax = Number(options.seconds);
  const seconds = [0, 0];
  const ratios = [];
  let slice = 1;
  let first = [0, 0];
  for (let round = 0; seconds[0] < secondsMax; round += 1) {
    const progress = (0.8 * seconds[0]) / secondsMax;
    const took = [0, 0];
    for (const idx of round % 2 === 0 ? [0, 1] : [1, 0]) {
      took[idx] = secondsOf(searches[idx], slice, progress);
    }
    slice = Math.max(1, Math.round(slice * Math.min(4, TURN_SECONDS / took[0])));
    if (round < WARM_UP_TURNS) {
      first = searches.map((search) => reached(search).insertions);
      continue;
    }
    seconds[0] += took[0];
    seconds[1] += took[1];
    ratios.push(took[0] / took[1]);
  }
  const ends = searches.map(reached);
  for (const search of searches) search.free();
  const [before, now] = ends.map(({ insertions }, idx) => (insertions - first[idx]) / seconds[idx]);
  const isSame = ends[0].insertions === ends[1].insertions && ends[0].cost === ends[1].cost;
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)];
  process.stdout.write(
    `${basename(folder).padEnd(20)} insertions/s ${before.toFixed(0)} ${now.toFixed(0)}, now by before ${(now / before).toFixed(3)}, ` +
      `median of ${String(ratios.length)} turns ${median.toFixed(3)}${isSame ? '' : '; the searches differ'}\n`,
  );
}

const modules = {};
for (const name of NAMES) modules[name] = await load(options[name]);
for (const folder of problems) compare(modules, folder);
