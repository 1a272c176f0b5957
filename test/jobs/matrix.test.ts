/** A large matrix as a job: the same answer as for a small one, read from the store in parts. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkMatrix } from '../support/check-matrix.js';
import { describeDeployments } from '../support/deployments.js';
import { endOfJob, resultOf } from '../support/jobs.js';
import { startTestService, type TestService } from '../support/service.js';

describeDeployments((newBackends) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ config: { batchThreads: 1, shared: await newBackends() } });
  });
  afterAll(() => service.stop());

  const locationsOf = (count: number) =>
    Array.from({ length: count }, (_, idx) => ({
      location_id: `p${idx}`,
      latitude: 41 + (idx % 17) / 50,
      longitude: -8.7 + idx / 500,
    }));

  test('more than 200 locations become a job', async () => {
    const request = { locations: locationsOf(201), vehicle: { type: 'car' } };
    const { body, headers } = await service.postMatrix(request).expect(202);
    expect(body).toEqual({
      jobid: expect.any(String),
      message: expect.stringContaining(`jobid=${body.jobid}`),
      status: 'Accepted',
    });
    expect(headers['location']).toBe(`/engine/matrix/v1/?jobid=${body.jobid}`);
    expect(Number(headers['x-credits-charged'])).toBe(Math.ceil((201 * 201 * 8) / 1000));
    const ended = await endOfJob(service, body.jobid, 'matrix');
    expect(ended).toMatchObject({ status: 'Completed', progress: 1, best: null });
    const result = await resultOf(service, ended.url);
    checkMatrix(request, result);
  });

  test('its costs equal those of a smaller request', async () => {
    const locations = locationsOf(250);
    const vehicle = { type: 'car' };
    const sources = [3, 200];
    const destinations = [0, 99, 249];
    const { body: job } = await service
      .postMatrix({ locations, vehicle, sources, destinations })
      .expect(202);
    const result = await resultOf(service, (await endOfJob(service, job.jobid, 'matrix')).url);
    const few = [...sources, ...destinations].map((idx) => locations[idx]);
    const { body: small } = await service
      .postMatrix({ locations: few, vehicle, sources: [0, 1], destinations: [2, 3, 4] })
      .expect(200);
    expect(result.travel_costs).toEqual(small.travel_costs);
    expect(result.traffic_windows).toEqual(small.traffic_windows);
  });
});
