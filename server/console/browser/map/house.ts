/** The label of where vehicles begin and end: see `images.ts` for how it looks. */
export const HOUSE = '⌂';
