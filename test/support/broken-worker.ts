/**
 * An engine thread that fails on demand, with the real WASM instance: the body of a matrix request determines how. If
 * the thread survives, it answers with `too_many_locations`, so that a test can tell that it has answered.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';
import { initSync } from '#wasm';
import { createTaskRunner, instantiate } from '../../server/engine/index.js';
import type { MatrixTask } from '../../server/matrix/index.js';

instantiate(workerData.module, workerData.memory);

const STUCK_MS = 400;

function goWrong(text: string, shouldStop: () => boolean): void {
  const [how = '', begun, told = ''] = text.split(' ');
  // Tells the test that the task has begun.
  if (begun !== undefined) writeFileSync(begun, '');
  switch (how) {
    case 'throw':
      throw new Error('a planned fault');
    case 'wait': {
      // Ignores the flag, like a task between two checks of it.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STUCK_MS);
      return;
    }
    // Ignores the flag until the file exists.
    case 'deaf':
      while (!existsSync(told)) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      }
      return;
    case 'poll':
      while (!shouldStop()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      return;
    case 'hang':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return;
    case 'exit':
      process.exit(3);
    // eslint-disable-next-line no-fallthrough -- the thread has ended
    case 'memory': {
      const kept: unknown[] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, (_, idx) => ({ idx })));
    }
    case 'require':
      createRequire(import.meta.url)('../../server/errors.js');
      throw new Error('a module was required');
    case 'trap':
      trap();
  }
}

/** Calls into the core with a pointer beyond its memory, which causes a real trap. */
function trap(): void {
  const core = initSync({ module: workerData.module, memory: workerData.memory });
  core.matrixselection_pairCount(0xffff_fff0);
  throw new Error('the core did not trap');
}

export const runTask = createTaskRunner<MatrixTask>({
  matrix: ({ body }, { shouldStop }) => {
    try {
      goWrong(body.map((block) => new TextDecoder().decode(block)).join(''), shouldStop);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_REQUIRE_ESM') throw error;
    }
    if (shouldStop()) return { kind: 'stopped' };
    return {
      kind: 'done',
      output: {
        kind: 'refused',
        code: 'too_many_locations',
        comment: 'It survived.',
        problems: [],
        problemCount: 0,
      },
    };
  },
});
