/** Returns the start of each part and the end of the last one, given the sizes: [2, 0, 3] → [0, 2, 2, 5]. */
export function runningTotals(counts: readonly number[]): number[] {
  const totals = [0];
  let total = 0;
  for (const count of counts) {
    total += count;
    totals.push(total);
  }
  return totals;
}
