import { feet } from './distance.ts';
import { type Units, numberText, withUnit } from './number.ts';

/** A volume in m³ to 2 decimals (specification §9 "Export"), or in cubic feet. */
export const volumeText = (cubicMetres: number, units: Units = 'metric'): string =>
  units === 'metric'
    ? withUnit(numberText(cubicMetres, 2), 'm³')
    : withUnit(numberText(feet(feet(feet(cubicMetres))), 2), 'ft³');
