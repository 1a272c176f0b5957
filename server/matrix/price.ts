/** The price of a matrix: 1 credit per started 1,000 returned costs (pairs × traffic windows), at least 1. */

const COSTS_PER_CREDIT = 1000;

export function matrixCredits(pairCount: number, windowCount: number): number {
  return Math.max(1, Math.ceil((pairCount * windowCount) / COSTS_PER_CREDIT));
}
