/** Runs searches for benchmarks: one problem per process (`search-process.ts`), searched any number of times. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SearchProblem, SearchResult, SearchRun } from './search-process.js';

export type Searcher = {
  run: (run: SearchRun) => Promise<SearchResult>;
  end: () => void;
};

/** Starts a process that has the problem and is warmed up, ready to be measured. */
export async function startSearcher(problem: SearchProblem): Promise<Searcher> {
  const file = fileURLToPath(new URL('./search-process.js', import.meta.url));
  const child = fork(file, { serialization: 'advanced' });
  await answer(child);
  await ask(child, problem);
  return {
    run: async (run) => (await ask(child, run)) as SearchResult,
    end: () => {
      child.disconnect();
    },
  };
}

async function ask(child: ChildProcess, message: SearchProblem | SearchRun): Promise<unknown> {
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
