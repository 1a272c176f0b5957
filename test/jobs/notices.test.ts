/** Who is told of a job's end, when receivers hang: everybody else. */
import { afterEach, expect, test } from '@jest/globals';
import type { NoticeSender } from '../../server/jobs/notices.js';
import { describeHouses } from '../support/houses.js';
import { RESULT, closeHouses, openHouseAt } from '../support/job-house.js';
import { until } from '../support/until.js';

const HANGING = 30;

afterEach(closeHouses);

describeHouses((newPlaces) => {
  test('an account whose receivers hang keeps no other one waiting', async () => {
    const house = await openHouseAt(await newPlaces());
    const hanging: string[] = [];
    const told: string[] = [];
    const send: NoticeSender = async ({ id, url }, _attempts, signal) => {
      if (url === 'https://told.example/') {
        told.push(id);
        return undefined;
      }
      hanging.push(id);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 0;
    };
    const jobs = await house.openJobs(async () => [RESULT], send);
    const first = await house.newCaller();
    for (let count = 0; count < HANGING; count += 1) {
      await house.accept(jobs, first, 'https://hangs.example');
    }
    const second = await house.newCaller();
    const jobId = await house.accept(jobs, second, 'https://told.example');
    await until(() => told.length > 0);
    expect(told).toEqual([`msg_${jobId}`]);
    expect(hanging.length).toBeLessThanOrEqual(8);
  });
});
