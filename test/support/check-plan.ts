/** Runs the checker on answers of a running service, with travel costs from the service's own matrix endpoint. */
import { expect } from '@jest/globals';
import { checkSolution, type RoutingRequest, type RoutingResponse } from './checker/index.js';
import { planTravel, type AskMatrix } from './plan-travel.js';
import type { TestService } from './service.js';

/** Fails with all findings of the checker. */
export async function checkPlan(
  service: TestService,
  request: object,
  response: RoutingResponse,
): Promise<void> {
  const asked = request as RoutingRequest;
  const askMatrix: AskMatrix = async (matrix) =>
    (await service.postMatrix(matrix).expect(200)).body;
  const travel = await planTravel(askMatrix, asked, response);
  expect(checkSolution(asked, response, travel)).toEqual([]);
}
