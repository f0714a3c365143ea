import type { Lla } from '@overlook/shared/maths';

const MINUS = '\u2212';

/** Fixed decimals with a real minus sign, never a negative zero. */
function fixed(value: number, decimals: number): string {
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** WGS84 as the footer shows it: degrees to 6 decimals, height in metres to 2 (specification §9 "Formatting"). */
export function coordinateTexts({ longitude, latitude, height }: Lla) {
  return {
    longitude: `${fixed(longitude, 6)}°`,
    latitude: `${fixed(latitude, 6)}°`,
    height: `${fixed(height, 2)}\u2009m`,
  };
}
