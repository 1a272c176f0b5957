/** Processor time of the calling thread, which excludes other work on the machine and V8's compiler threads. */
import { readFileSync } from 'node:fs';

/** Linux reports it per thread; the main thread's id is the process id. The first figure is in nanoseconds. */
const OF_THREAD = `/proc/self/task/${process.pid}/schedstat`;

/** Returns milliseconds of the process's main thread, or of the whole process where the system does not report it. */
export function processorMs(): number {
  try {
    return Number(readFileSync(OF_THREAD, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}
