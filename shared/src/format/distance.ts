import { feetInchesText } from './feet-inches.ts';
import { numberText, signedText, withUnit } from './number.ts';
import { type Units, unitMetres, unitSign } from './units.ts';

/**
 * A measured length: metres, or feet, to 2 decimals whatever its size (specification §9 "Formatting"), or feet and inches to a
 * sixteenth.
 */
export const lengthText = (metres: number, units: Units = 'metric'): string =>
  units === 'feetInches' ? feetInchesText(metres) : withUnit(lengthNumber(metres, units), unitSign(units));

/** The same without its unit, for a table whose head has it; feet and inches keep their signs. */
export const lengthNumber = (metres: number, units: Units = 'metric'): string =>
  units === 'feetInches' ? feetInchesText(metres) : numberText(metres / unitMetres(units), 2);

/** A distance that is told roughly, to so many decimals: "12 m", "12.4 m". */
export const roughDistanceText = (metres: number, decimals: number, units: Units = 'metric'): string =>
  withUnit(numberText(metres / unitMetres(units), decimals), unitSign(units));

/** A difference for a table: "+10.00", "−12.90", "+3′ 2″". */
export function deltaNumber(metres: number, units: Units = 'metric'): string {
  if (units !== 'feetInches') return signedText(metres / unitMetres(units), 2);
  const text = feetInchesText(metres);
  return metres > 0 && text !== feetInchesText(0) ? `+${text}` : text;
}

export const deltaText = (metres: number, units: Units = 'metric'): string =>
  units === 'feetInches' ? deltaNumber(metres, units) : withUnit(deltaNumber(metres, units), unitSign(units));

/** "± 0.02 m" */
export const errorText = (metres: number, units: Units = 'metric'): string => `±\u202F${lengthText(metres, units)}`;
