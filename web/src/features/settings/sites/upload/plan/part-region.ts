import type { UploadOptions } from '@overlook/shared/schemas';

type Places = NonNullable<UploadOptions['within']>;

const PLACES_LEAST = 2;
const PLACES_MOST = 1000;

/** The places of a typed region, longitude and latitude of each in degrees: two corners of a box, or a polygon; null where it is none. */
export function placesIn(text: string): Places | null {
  const numbers = text
    .trim()
    .split(/\s*[,;]\s*|\s+/)
    .map((number) => (number === '' ? NaN : Number(number)));
  const count = numbers.length / 2;
  if (!Number.isInteger(count) || count < PLACES_LEAST || count > PLACES_MOST) return null;
  const places = Array.from({ length: count }, (_, n): Places[number] => [numbers[2 * n]!, numbers[2 * n + 1]!]);
  const areOnEarth = places.every(([longitude, latitude]) => Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90);
  return areOnEarth ? places : null;
}

/** A region as it is typed. */
export const placesText = (places: UploadOptions['within']): string =>
  (places ?? []).map(([longitude, latitude]) => `${longitude}, ${latitude}`).join(', ');
