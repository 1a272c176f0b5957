/** The independent checker of `test/` on plans of the benchmark: the response that the service writes, and what it finds wrong. */
import {
  checkSolution,
  type RoutingRequest,
  type RoutingResponse,
  type TravelTable,
} from '../test/support/checker/index.js';
import { planTravel } from '../test/support/plan-travel.js';
import { plannedOf, type Planned } from './bench-rich-best.js';
import type { Pipeline, Prepared } from './bench-rich-pipeline.js';
import type { SearchResult } from './search-process.js';

/** Throws with the first that is wrong. */
export async function judge(
  pipeline: Pipeline,
  request: object,
  prepared: Prepared,
  { solution, searchMs, pace }: SearchResult,
): Promise<{ plan: Planned; response: RoutingResponse }> {
  const asked = request as RoutingRequest;
  const { problem } = prepared.plan;
  const written = { problem, context: prepared.context, searchMs, pace };
  const response = pipeline.respond({
    ...written,
    solution: ownBytes(solution),
  }) as RoutingResponse;
  const travel = await planTravel(
    (matrix) => Promise.resolve(pipeline.matrix(matrix) as TravelTable),
    asked,
    response,
  );
  const findings = checkSolution(asked, response, travel);
  if (findings.length > 0) {
    throw new Error(`${findings.length} findings of the checker: ${JSON.stringify(findings[0])}`);
  }
  return { plan: plannedOf(asked, response), response };
}

/** What came from another process may be a part of a larger buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
