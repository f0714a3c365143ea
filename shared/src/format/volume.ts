import { numberText, withUnit } from './number.ts';
import { type Units, unitMetres, unitSign } from './units.ts';

/** A volume in m³ to 2 decimals (specification §9 "Export"), or in cubic feet. */
export const volumeText = (cubicMetres: number, units: Units = 'metric'): string =>
  withUnit(volumeNumber(cubicMetres, units), `${unitSign(units)}³`);

/** The same without its unit, before an error that has it. */
export const volumeNumber = (cubicMetres: number, units: Units = 'metric'): string =>
  numberText(cubicMetres / unitMetres(units) ** 3, 2);
