/** The schema of the road position that a place of a request was matched to. */
import Type from 'typebox';
import { unit } from '../validation/index.js';

const degrees = (description: string) => Type.Number({ description, ...unit('degrees') });

export const snappedPositionSchema = Type.Object(
  { latitude: degrees('WGS84.'), longitude: degrees('WGS84.') },
  { title: 'SnappedPosition', description: 'The point of a road that costs are from and to.' },
);
