/** Compares every number in the answers to random whole requests with the oracle. fast-check prints a failing seed. */
import { afterAll, beforeAll, test } from '@jest/globals';
import fc from 'fast-check';
import { checkMatrix } from '../support/check-matrix.js';
import type { OracleRequest } from '../support/matrix-oracle.js';
import { startTestService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const two = (value: number) => String(value).padStart(2, '0');
const timeOfDay = fc
  .integer({ min: 0, max: 86_399 })
  .map((s) => `${two(Math.floor(s / 3600))}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`);

/** Anywhere on Earth, in one town, and on the lines where formulas fail. */
const coordinates = fc.oneof(
  fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  fc.record({
    latitude: fc.double({ min: 41.1, max: 41.2, noNaN: true }),
    longitude: fc.double({ min: -8.7, max: -8.5, noNaN: true }),
  }),
  fc.record({
    latitude: fc.constantFrom(-90, 0, 90, 41.15),
    longitude: fc.constantFrom(-180, 0, 180, 179.9999),
  }),
);

const location = fc
  .tuple(
    fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    coordinates,
    fc.option(fc.array(fc.integer({ min: -2, max: 4 }), { maxLength: 4 }), { nil: undefined }),
  )
  .map(([location_id, place, location_class]) => ({
    location_id,
    ...place,
    ...(location_class === undefined ? {} : { location_class }),
  }));

const requests: fc.Arbitrary<OracleRequest> = fc
  .uniqueArray(location, { minLength: 1, maxLength: 8, selector: (each) => each.location_id })
  .chain((locations) => {
    const indexes = fc.option(
      fc.uniqueArray(fc.integer({ min: 0, max: locations.length - 1 }), { minLength: 1 }),
      { nil: undefined },
    );
    return fc.record(
      {
        locations: fc.constant(locations),
        vehicle: fc.record(
          {
            type: fc.constantFrom('car', 'van', 'truck', 'bicycle', 'foot'),
            speed_factor: fc.double({ min: 0.1, max: 10, noNaN: true }),
          },
          { requiredKeys: [] },
        ),
        weekend: fc.boolean(),
        sources: indexes,
        destinations: indexes,
        force_containment: fc.boolean(),
        start_local_time: timeOfDay,
        end_local_time: timeOfDay,
      },
      { requiredKeys: ['locations', 'vehicle'] },
    );
  })
  .map((request) => JSON.parse(JSON.stringify(request)) as OracleRequest);

test('every answer equals the oracle: pairs, windows, distances and times', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const response = await service.postMatrix(request).expect(200);
      checkMatrix(request, response.body);
    }),
    { numRuns: 150 },
  );
});
