/** Decimals in files, metres: a tenth of a millimetre is finer than any model, and hides the rounding errors of the arithmetic. */
const DIGITS = 4;

/** Metres, square metres or degrees as files have them. */
export const roundedForFile = (value: number): number => Number(value.toFixed(DIGITS));
