/** Processor time of the thread that asks, so that neither what else the machine does nor what V8 compiles beside it is in it. */
import { readFileSync } from 'node:fs';

/** Linux tells it of each thread, the first of which has the number of its process: nanoseconds, other figures behind them. */
const OF_THREAD = `/proc/self/task/${process.pid}/schedstat`;

/** Milliseconds, of the process's first thread; where the system does not tell it, of the whole process. */
export function processorMs(): number {
  try {
    return Number(readFileSync(OF_THREAD, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
