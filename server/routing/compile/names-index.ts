/** Dense indexes of names, given in the order in which they are first asked for. */

export function createNameIndex(): (name: string) => number {
  const indexes = new Map<string, number>();
  return (name) => {
    const idx = indexes.get(name) ?? indexes.size;
    indexes.set(name, idx);
    return idx;
  };
}
