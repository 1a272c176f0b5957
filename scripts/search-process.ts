/**
 * A search thread as a separate process, for benchmarks: its processor time covers only the search, and its memory one
 * problem. The parent (`search-runs.ts`) sends a problem, then the searches to run, one by one.
 */
import { compileModule, createSharedMemory, instantiate } from '../server/engine/index.js';
import { createSearchTask, type SearchInput, type SearchOutput } from '../server/search/index.js';

export type SearchProblem = Pick<SearchInput, 'problem' | 'tables'>;
/** `warmUpSeconds`: how long to search it before it counts as received. */
export type SearchStart = SearchProblem & { warmUpSeconds: number };
export type SearchRun = { seed: number; seconds: number };
export type SearchResult = Pick<
  SearchOutput,
  'solution' | 'iterations' | 'insertions' | 'best' | 'score' | 'searchMs' | 'startMs' | 'pace'
> & { memoryBytes: number };

const plan = createSearchTask({ clock: processorMs });
const memory = createSharedMemory();
let problem: SearchProblem | undefined;

process.once('disconnect', () => process.exit());
process.on('message', (message: SearchStart | SearchRun) => {
  if ('problem' in message) {
    problem = message;
    search({ seed: 0, seconds: message.warmUpSeconds });
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
