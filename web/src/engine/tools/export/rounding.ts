/** Files hold tenths of a millimetre: more than any model knows, and no noise of the arithmetic behind it. */
const DIGITS = 4;

export const metres = (value: number): number => Number(value.toFixed(DIGITS));
