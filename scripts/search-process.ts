/**
 * A search thread of benchmarks, as a process: what it computes is all that its processor time is used for, and its memory
 * is that of one problem. The parent (`search-runs.ts`) sends a problem, then searches of it to run, one by one.
 */
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { createSearchTask, type SearchInput, type SearchOutput } from '../server/search/index.js';

export type SearchProblem = Pick<SearchInput, 'problem' | 'tables'>;
export type SearchRun = { seed: number; seconds: number };
export type SearchResult = Pick<
  SearchOutput,
  'solution' | 'iterations' | 'insertions' | 'best' | 'score' | 'searchMs' | 'startMs' | 'pace'
> & { memoryBytes: number };

/** V8 has compiled the hot functions by then, as it has in a service that runs. */
const WARM_UP_SECONDS = 0.3;

const plan = createSearchTask({ clock: processorMs });
const memory = createSharedMemory();
let problem: SearchProblem | undefined;

process.once('disconnect', () => process.exit());
process.on('message', (message: SearchProblem | SearchRun) => {
  if ('problem' in message) {
    problem = message;
    search({ seed: 0, seconds: WARM_UP_SECONDS });
    process.send?.('ready');
  } else {
    process.send?.(search(message));
  }
});
instantiate(await compileModule(new URL('../../', import.meta.url)), memory);
process.send?.('started');

function search({ seed, seconds }: SearchRun): SearchResult {
  if (problem === undefined) throw new Error('There is no problem to search.');
  const limits = { maxIterations: null, timeLimitMs: seconds * 1000, endsAtMs: Infinity };
  const result = plan({ ...problem, seed, ...limits }, { shouldStop: () => false });
  if (result.kind !== 'done') throw new Error('The search was stopped.');
  const { solution, iterations, insertions, best, score, searchMs, startMs, pace } = result.output;
  const memoryBytes = memory.buffer.byteLength;
  const figures = { iterations, insertions, best, score, searchMs, startMs, pace };
  return { solution, ...figures, memoryBytes };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
