/** Dense indexes of names, given in the order in which they are first asked for. */

export type NameIndex = {
  (name: string): number;
  /** By index. */
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
