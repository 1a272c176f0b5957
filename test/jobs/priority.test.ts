/** Threads of jobs have the lowest priority: no caller waits for them, and they must not slow down those that do. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { ROUTING_ASYNC, cancelJob } from '../support/jobs.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

/** The lowest priority of the system. */
const LEAST = 19;
/** Searches until it is stopped, even if it finds nothing better. */
const slow = { ...ROUTING_EXAMPLE, options: { max_iterations: 1e12, time_limit: 600 } };

/** The number of threads of this process with the lowest priority: field 19 of a stat file, 17 after the name. */
function threadsThatGoLast(): number {
  const of = (id: string): string => {
    try {
      return readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    } catch {
      // The thread has ended meanwhile.
      return '';
    }
  };
  const niceness = (stat: string): number => Number(stat.split(') ')[1]?.split(' ')[16]);
  return readdirSync('/proc/self/task').filter((id) => niceness(of(id)) === LEAST).length;
}

const tells = existsSync('/proc/self/task');
// If the whole test ran at a low priority, other threads would reach the lowest one too.
const [runs, because] =
  tells && getPriority() < 9
    ? [test, '']
    : [test.skip, ', left out: the system does not tell, or all goes last'];

runs(
  `the thread that searches for a job has the lowest priority, as has the one that prepares it${because}`,
  async () => {
    const service = await startTestService({ config: { threads: 1, batchThreads: 1 } });
    try {
      const before = threadsThatGoLast();
      const { body } = await service.postTo(ROUTING_ASYNC)(slow).expect(202);
      await until(() => threadsThatGoLast() === before + 2);
      await cancelJob(service, body.JobId);
      // The threads for synchronous plans and matrices have a higher priority.
      expect(before).toBe(0);
    } finally {
      await service.stop();
    }
  },
);
