import { numberText } from './number.ts';

/** An angle in degrees to 1 decimal: "90.0°" (specification §9 "Formatting"). */
export const angleText = (degrees: number): string => `${numberText(degrees, 1)}°`;
