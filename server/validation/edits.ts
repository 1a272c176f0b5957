/** Returns the Levenshtein distance of two names: letters to insert, delete or replace. O(product of the lengths). */
export function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, idx) => idx);
  for (const [fromIdx, letter] of Array.from(from).entries()) {
    const next = [fromIdx + 1];
    for (const [toIdx, other] of Array.from(to).entries()) {
      const changed = (row[toIdx] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[toIdx + 1] ?? 0) + 1, (next[toIdx] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
