/**
 * The price of a plan: 1 credit per started 10 visits plus 1 per started 10 shifts, repeats and copies counted. A job
 * also costs 1 credit per started 10 s of search beyond the default for its size, so that an hour of a thread does not
 * cost as little as one order.
 */
import { JOB_SECONDS_MAX, JOB_SECONDS_MIN } from './schema/limits.js';

const VISITS_PER_CREDIT = 10;
const SHIFTS_PER_CREDIT = 10;

export function routingCredits(visitCount: number, shiftCount: number): number {
  const credits =
    Math.ceil(visitCount / VISITS_PER_CREDIT) + Math.ceil(shiftCount / SHIFTS_PER_CREDIT);
  return Math.max(1, credits);
}

const SECONDS_PER_CREDIT = 10;
/** For a small plan; about a hundredth of it for 10,000 visits. */
const ITERATIONS_PER_SECOND = 10_000;
const VISITS_OF_SLOWER_ITERATIONS = 100;

/** The default search time of a job: 0.1 s per visit, which comes close to the result of hours of search. */
export function jobSeconds(visitCount: number): number {
  return Math.min(JOB_SECONDS_MAX, Math.max(JOB_SECONDS_MIN, visitCount / 10));
}

/** The search time that prices assume: the time limit, or less if a number of iterations ends it earlier. */
export function searchSeconds(
  visitCount: number,
  { timeLimitMs, maxIterations }: { timeLimitMs: number; maxIterations: number | null },
): number {
  const iterations = maxIterations ?? Infinity;
  const ofIterations =
    (iterations / ITERATIONS_PER_SECOND) * (1 + visitCount / VISITS_OF_SLOWER_ITERATIONS);
  return Math.min(timeLimitMs / 1000, ofIterations);
}

/** The credits that a job costs for its search time, in addition to those for its size. */
export function secondsCredits(visitCount: number, seconds: number): number {
  return Math.ceil(Math.max(0, seconds - jobSeconds(visitCount)) / SECONDS_PER_CREDIT);
}
