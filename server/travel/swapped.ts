/**
 * Places whose latitude and longitude were probably written the other way round: thousands of kilometers from all others as they are, and
 * among them when swapped. Compared with the medians, which a few swapped places do not move. O(n log n).
 */

type Coordinates = { readonly latitude: number; readonly longitude: number };

/** In degrees: about 1,100 km of latitude, and 330 km. */
const FAR_DEGREES = 10;
const NEAR_DEGREES = 3;
/** Of two, nobody can say which one is right. */
const PLACE_COUNT_MIN = 3;

/** Their positions, at most so many. */
export function swappedPlaces(places: readonly Coordinates[], countMax = 20): number[] {
  if (places.length < PLACE_COUNT_MIN) return [];
  const latitude = median(places.map((place) => place.latitude));
  const longitude = median(places.map((place) => place.longitude));
  const degreesOff = (lat: number, lon: number): number =>
    Math.max(Math.abs(lat - latitude), Math.abs(lon - longitude));
  const swapped: number[] = [];
  for (const [idx, place] of places.entries()) {
    if (swapped.length >= countMax) break;
    const isFar = degreesOff(place.latitude, place.longitude) > FAR_DEGREES;
    if (isFar && degreesOff(place.longitude, place.latitude) < NEAR_DEGREES) swapped.push(idx);
  }
  return swapped;
}

export const SWAPPED_COMMENT =
  'This place is thousands of kilometers from the others: are latitude and longitude swapped?';

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
