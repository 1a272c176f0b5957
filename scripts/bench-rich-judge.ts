/** Judges plans of the benchmark: writes the response as the service does, and runs the checker of `test/` on it. */
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

/** Returns the plan and its response. Throws with the first finding of the checker, if any. */
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

/** Copies bytes that came from another process, since they may be part of a larger buffer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
