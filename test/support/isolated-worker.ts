/** A thread with a memory of its own that fails on demand, with the real WASM instance. */
import { BroadcastChannel, workerData } from 'node:worker_threads';
import { initSync } from '#wasm';
import { createTaskRunner, instantiate } from '../../server/engine/index.js';
import { HANGS } from './isolated-channel.js';

instantiate(workerData.module, workerData.memory);

/** Returns `how` unchanged, with the number of tasks that the thread has had so far. */
export type IsolatedTask = {
  act: { input: string; output: { how: string; taskNumber: number; memoryBytes: number } };
};

const GROWN_BYTES = 64 * 65_536;
const startBytes: number = workerData.memory.buffer.byteLength;
let taskNumber = 0;

export const runTask = createTaskRunner<IsolatedTask>(
  {
    act: (how, { shouldStop }) => {
      taskNumber += 1;
      if (how === 'trap') {
        const core = initSync({ module: workerData.module, memory: workerData.memory });
        core.matrixselection_pairCount(0xffff_fff0);
      }
      if (how === 'exit') process.exit(3);
      if (how === 'throw') throw new Error('a planned fault');
      if (how === 'grow') workerData.memory.grow(GROWN_BYTES / 65_536);
      // `hang` ignores the flag forever; `poll` is busy until it is told to stop.
      if (how === 'hang') {
        new BroadcastChannel(HANGS).postMessage(how);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }
      if (how === 'poll') {
        while (!shouldStop()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
        return { kind: 'stopped' };
      }
      const memoryBytes = workerData.memory.buffer.byteLength;
      return { kind: 'done', output: { how, taskNumber, memoryBytes } };
    },
  },
  { isSpent: () => workerData.memory.buffer.byteLength >= startBytes + GROWN_BYTES },
);
