/** Dense indexes of names, assigned in the order of the first lookup. */

export type NameIndex = {
  (name: string): number;
  /** Returns the names, ordered by index. */
  names: () => string[];
};

export function createNameIndex(): NameIndex {
  const indexes = new Map<string, number>();
  const idxOf = (name: string): number => {
    const idx = indexes.get(name) ?? indexes.size;
    indexes.set(name, idx);
    return idx;
  };
  return Object.assign(idxOf, { names: () => [...indexes.keys()] });
}
