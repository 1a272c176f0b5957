/** Seeds of random requests, as the environment lists them. */

/** `3,10-12`: 3, 10, 11, 12. */
export function seedsOf(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [from = 1, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, idx) => from + idx);
  });
}
