/** Where a place is, as every request says it. */
import Type from 'typebox';
import { unit } from './described.js';

const degrees = (most: number) =>
  Type.Number({
    minimum: -most,
    maximum: most,
    description: 'Decimal degrees, WGS84.',
    ...unit('degrees'),
  });

export const COORDINATES = { latitude: degrees(90), longitude: degrees(180) };
