/**
 * Finds places whose latitude and longitude are probably swapped: they are far from all others as given, and near them
 * when swapped. Places are compared with the medians, which a few swapped places do not move. O(n log n). Of only two
 * places that would be near each other if one were swapped, both are returned, since either may be the wrong one.
 */

type Coordinates = { readonly latitude: number; readonly longitude: number };

/** In degrees of latitude or longitude. 10 degrees of latitude are about 1,100 km, 3 degrees about 330 km. */
const FAR_DEGREES = 10;
const NEAR_DEGREES = 3;
/** Returns the positions of swapped places, at most `countMax`. */
export function swappedPlaces(places: readonly Coordinates[], countMax = 20): number[] {
  const [first, second] = places;
  if (first === undefined || second === undefined) return [];
  if (places.length === 2) return isSwappedBeside(first, second) ? [0, 1] : [];
  const middle = {
    latitude: median(places.map((place) => place.latitude)),
    longitude: median(places.map((place) => place.longitude)),
  };
  const swapped: number[] = [];
  for (const [idx, place] of places.entries()) {
    if (swapped.length >= countMax) break;
    if (isSwappedBeside(place, middle)) swapped.push(idx);
  }
  return swapped;
}

function isSwappedBeside(place: Coordinates, other: Coordinates): boolean {
  const degreesOff = (latitude: number, longitude: number): number =>
    Math.max(Math.abs(latitude - other.latitude), Math.abs(longitude - other.longitude));
  return (
    degreesOff(place.latitude, place.longitude) > FAR_DEGREES &&
    degreesOff(place.longitude, place.latitude) < NEAR_DEGREES
  );
}

export const SWAPPED_COMMENT =
  'This place is thousands of kilometers from the others: are latitude and longitude swapped?';

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
