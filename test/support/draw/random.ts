/** Pseudorandom numbers that are determined by a seed: mulberry32. */

export type Random = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  unit: () => number;
  chance: (share: number) => boolean;
  /** An integer in a range, both ends inclusive. */
  between: (least: number, most: number) => number;
  /** `least` plus a multiple of `step`, both ends inclusive. */
  step: (least: number, most: number, step: number) => number;
  pick: <Item>(items: readonly Item[]) => Item;
  /** Some of the items in their order, each with this probability. */
  some: <Item>(items: readonly Item[], share: number) => Item[];
  /** `count` of the items, in random order. */
  draw: <Item>(items: readonly Item[], count: number) => Item[];
};

export function createRandom(seed: number): Random {
  let state = (seed ^ 0x9e37_79b9) >>> 0;
  const unit = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number =>
    least + Math.floor(unit() * (most - least + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  };
  return {
    unit,
    chance: (share) => unit() < share,
    between,
    step: (least, most, step) => least + step * between(0, Math.floor((most - least) / step)),
    pick,
    some: (items, share) => items.filter(() => unit() < share),
    draw: (items, count) => {
      const left = [...items];
      return Array.from({ length: Math.min(count, left.length) }, () => {
        const [drawn] = left.splice(between(0, left.length - 1), 1);
        if (drawn === undefined) throw new Error('Nothing to draw from.');
        return drawn;
      });
    },
  };
}
