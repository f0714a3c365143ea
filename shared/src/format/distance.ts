import { type Units, numberText, signedText, withUnit } from './number.ts';

const FOOT = 0.3048;

/** Metres to international feet. */
export const feet = (metres: number): number => metres / FOOT;

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

const lengthUnit = (units: Units): string => (units === 'metric' ? 'm' : 'ft');
