import { type Units, numberText, rounded, signedText, withUnit } from './number.ts';

const FOOT = 0.3048;
const FEET_IN_A_MILE = 5280;

/** Metres to international feet. */
export const feet = (metres: number): number => metres / FOOT;

/**
 * A distance of any size (specification §9 "Formatting"): km at 1000 m and above, m at 1 m and above, cm at 0.01 m and
 * above, otherwise mm. Imperial: miles from 5280 ft, feet from 1 ft, otherwise inches.
 */
export function distanceText(metres: number, units: Units = 'metric'): string {
  if (units === 'imperial') {
    if (rounded(feet(metres), 2) >= FEET_IN_A_MILE) {
      return withUnit(numberText(feet(metres) / FEET_IN_A_MILE, 2), 'mi');
    }
    if (rounded(feet(metres) * 12, 1) >= 12) return withUnit(numberText(feet(metres), 2), 'ft');
    return withUnit(numberText(feet(metres) * 12, 1), 'in');
  }
  if (rounded(metres, 2) >= 1000) return withUnit(numberText(metres / 1000, 2), 'km');
  if (rounded(metres, 3) >= 1) return withUnit(numberText(metres, 2), 'm');
  if (rounded(metres, 4) >= 0.01) return withUnit(numberText(metres * 100, 1), 'cm');
  return withUnit(numberText(metres * 1000, 1), 'mm');
}

/** A measured length: metres, or feet, to 2 decimals whatever its size (specification §9 "Formatting"). */
export const lengthText = (metres: number, units: Units = 'metric'): string =>
  withUnit(lengthNumber(metres, units), lengthUnit(units));

/** The same without its unit, for a table whose head has it. */
export const lengthNumber = (metres: number, units: Units = 'metric'): string =>
  numberText(units === 'metric' ? metres : feet(metres), 2);

/** A distance that is told roughly, to so many decimals: "12 m", "12.4 m". */
export const roughDistanceText = (metres: number, decimals: number, units: Units = 'metric'): string =>
  withUnit(numberText(units === 'metric' ? metres : feet(metres), decimals), lengthUnit(units));

/** A difference for a table: "+10.00", "−12.90". */
export const deltaNumber = (metres: number, units: Units = 'metric'): string =>
  signedText(units === 'metric' ? metres : feet(metres), 2);

export const deltaText = (metres: number, units: Units = 'metric'): string =>
  withUnit(deltaNumber(metres, units), lengthUnit(units));

/** "± 0.02 m" */
export const errorText = (metres: number, units: Units = 'metric'): string => `±\u202F${lengthText(metres, units)}`;

export const lengthUnit = (units: Units): string => (units === 'metric' ? 'm' : 'ft');
