/** Files hold tenths of a millimetre: more than any model knows, and no noise of the arithmetic behind it. */
const DIGITS = 4;

/** Metres, square metres or degrees as files have them. */
export const roundedForFile = (value: number): number => Number(value.toFixed(DIGITS));
