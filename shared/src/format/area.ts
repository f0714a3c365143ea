import { feet } from './distance.ts';
import { type Units, numberText, rounded, withUnit } from './number.ts';

const HECTARE = 10_000;
const SQUARE_FEET_IN_AN_ACRE = 43_560;

/** Square metres to square feet. */
const squareFeet = (squareMetres: number): number => feet(feet(squareMetres));

/** An area to 2 decimals: m², from 10,000 m² hectares; or square feet, from one acre acres. */
export function areaText(squareMetres: number, units: Units = 'metric'): string {
  if (units === 'imperial') {
    const square = squareFeet(squareMetres);
    if (rounded(square, 2) < SQUARE_FEET_IN_AN_ACRE) return withUnit(numberText(square, 2), 'ft²');
    return withUnit(numberText(square / SQUARE_FEET_IN_AN_ACRE, 2), 'ac');
  }
  if (rounded(squareMetres, 2) < HECTARE) return withUnit(numberText(squareMetres, 2), 'm²');
  return withUnit(numberText(squareMetres / HECTARE, 2), 'ha');
}
