/**
 * Who works on jobs goes last: nobody waits for them, and on few processors those who are waited for would stand beside
 * them.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from '@jest/globals';
import { ROUTING_EXAMPLE } from '../../server/routing/index.js';
import { ROUTING_ASYNC, cancelJob } from '../support/jobs.js';
import { startTestService } from '../support/service.js';
import { until } from '../support/until.js';

/** As the system has it: the least that there is. */
const LEAST = 19;
/** Searches on, though it finds nothing better. */
const slow = { ...ROUTING_EXAMPLE, options: { max_iterations: 1e12, time_limit: 600 } };

/** Threads of this process that go last, which the system tells: the 19th figure of each, 17 behind its name. */
function threadsThatGoLast(): number {
  const of = (id: string): string => {
    try {
      return readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    } catch {
      // It has ended meanwhile.
      return '';
    }
  };
  const niceness = (stat: string): number => Number(stat.split(') ')[1]?.split(' ')[16]);
  return readdirSync('/proc/self/task').filter((id) => niceness(of(id)) === LEAST).length;
}

const tells = existsSync('/proc/self/task');
// Others would go as late as that, if all of this went so late.
const [runs, because] =
  tells && getPriority() < 9
    ? [test, '']
    : [test.skip, ', left out: the system does not tell, or all goes last'];

runs(
  `the thread that searches for a job goes last, as the one that prepares it${because}`,
  async () => {
    const service = await startTestService({ config: { threads: 1, batchThreads: 1 } });
    try {
      const before = threadsThatGoLast();
      const { body } = await service.postTo(ROUTING_ASYNC)(slow).expect(202);
      await until(() => threadsThatGoLast() === before + 2);
      await cancelJob(service, body.JobId);
      // Those that plan at once, and compute matrices, go before them.
      expect(before).toBe(0);
    } finally {
      await service.stop();
    }
  },
);
