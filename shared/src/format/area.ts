import { numberText, rounded, withUnit } from './number.ts';
import { type Units, unitMetres, unitSign } from './units.ts';

const HECTARE = 10_000;
const SQUARE_FEET_IN_AN_ACRE = 43_560;

/** An area to 2 decimals: m², from 10,000 m² hectares; or square feet, from one acre acres. */
export function areaText(squareMetres: number, units: Units = 'metric'): string {
  const area = squareMetres / unitMetres(units) ** 2;
  const [large, sign] = units === 'metric' ? [HECTARE, 'ha'] : [SQUARE_FEET_IN_AN_ACRE, 'ac'];
  if (rounded(area, 2) < large) return withUnit(numberText(area, 2), `${unitSign(units)}²`);
  return withUnit(numberText(area / large, 2), sign);
}
