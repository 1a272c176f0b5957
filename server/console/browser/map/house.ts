/** The label of the places where vehicles start and end; `images.ts` draws it as a house. */
export const HOUSE = '⌂';
