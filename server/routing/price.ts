/** What a plan costs: 1 credit per started 10 visits plus 1 per started 10 shifts, repeats and copies counted. */

const VISITS_PER_CREDIT = 10;
const SHIFTS_PER_CREDIT = 10;

export function routingCredits(visitCount: number, shiftCount: number): number {
  const credits =
    Math.ceil(visitCount / VISITS_PER_CREDIT) + Math.ceil(shiftCount / SHIFTS_PER_CREDIT);
  return Math.max(1, credits);
}
