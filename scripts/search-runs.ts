/** Runs searches for benchmarks: one problem per process (`search-process.ts`), searched any number of times. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SearchProblem, SearchResult, SearchRun, SearchStart } from './search-process.js';

export type Searcher = {
  run: (run: SearchRun) => Promise<SearchResult>;
  end: () => void;
};

/**
 * By then V8 has compiled the hot functions, as in a running service. After 1 s, a search of 3 s makes up to 15 % fewer
 * iterations, because the processor time of V8's own threads counts too.
 */
const WARM_UP_SECONDS = 3;

/**
 * Starts a process that has the problem and is warmed up, ready to be measured by searches of up to `seconds`; the
 * warm-up takes no longer than that.
 */
export async function startSearcher(problem: SearchProblem, seconds: number): Promise<Searcher> {
  const file = fileURLToPath(new URL('./search-process.js', import.meta.url));
  const child = fork(file, { serialization: 'advanced' });
  await answer(child);
  await ask(child, { ...problem, warmUpSeconds: Math.min(WARM_UP_SECONDS, seconds) });
  return {
    run: async (run) => (await ask(child, run)) as SearchResult,
    end: () => {
      child.disconnect();
    },
  };
}

async function ask(child: ChildProcess, message: SearchStart | SearchRun): Promise<unknown> {
  const answered = answer(child);
  child.send(message);
  return answered;
}

async function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => {
      reject(new Error(`the search ended with exit code ${code ?? 'none'}`));
    };
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}
