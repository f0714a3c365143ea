import { numberText, withUnit } from './number.ts';
import type { AngleUnits } from './units.ts';

const GRADIANS_A_DEGREE = 400 / 360;

/** An angle in degrees to 1 decimal: "90.0°" (specification §9 "Formatting"), or in gradians: "100.0 gon". */
export const angleText = (degrees: number, units: AngleUnits = 'degrees'): string =>
  units === 'degrees' ? `${numberText(degrees, 1)}°` : withUnit(numberText(degrees * GRADIANS_A_DEGREE, 1), 'gon');
