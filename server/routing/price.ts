/**
 * What a plan costs: 1 credit per started 10 visits plus 1 per started 10 shifts, repeats and copies counted; and of a job 1
 * per started 10 s of search beyond what its size has without asking, so that a thread is not to be had for an hour at the price
 * of an order.
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
/** Of a small plan; of one of 10,000 visits a hundredth of it. */
const ITERATIONS_PER_SECOND = 10_000;
const VISITS_OF_SLOWER_ITERATIONS = 100;

/** A tenth of a second a visit: what the search needs to come near to what it would find in hours. */
export function jobSeconds(visitCount: number): number {
  return Math.min(JOB_SECONDS_MAX, Math.max(JOB_SECONDS_MIN, visitCount / 10));
}

/** What a search is held to take: its time limit, or less where it ends after a number of iterations. */
export function searchSeconds(
  visitCount: number,
  { timeLimitMs, maxIterations }: { timeLimitMs: number; maxIterations: number | null },
): number {
  const iterations = maxIterations ?? Infinity;
  const ofIterations =
    (iterations / ITERATIONS_PER_SECOND) * (1 + visitCount / VISITS_OF_SLOWER_ITERATIONS);
  return Math.min(timeLimitMs / 1000, ofIterations);
}

/** What a job costs beside its size. */
export function secondsCredits(visitCount: number, seconds: number): number {
  return Math.ceil(Math.max(0, seconds - jobSeconds(visitCount)) / SECONDS_PER_CREDIT);
}
