/** The coordinates of a place, as in all requests. */
import Type from 'typebox';
import { ADVICE } from './advice.js';
import { unit } from './described.js';

const degrees = (most: number) => ({
  minimum: -most,
  maximum: most,
  description: 'Decimal degrees, WGS84.',
  ...unit('degrees'),
});
const SWAPPED = 'Are latitude and longitude swapped?';

export const COORDINATES = {
  latitude: Type.Number({ ...degrees(90), [ADVICE]: { minimum: SWAPPED, maximum: SWAPPED } }),
  longitude: Type.Number(degrees(180)),
};
