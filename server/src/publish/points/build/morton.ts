/** Bits of each axis in a word of a Morton code. */
export const WORD_BITS = 10;

/** Ten bits, two zeros after each. */
const SPREAD = Uint32Array.from({ length: 1 << WORD_BITS }, (_, value) => {
  let spread = 0;
  for (let bit = 0; bit < WORD_BITS; bit++) spread |= ((value >>> bit) & 1) << (3 * bit);
  return spread;
});

/** Word `word` of the Morton code of a point, 30 bits: bits 10·word to 10·word + 9 of each axis, x lowest. */
export function mortonWord(x: number, y: number, z: number, word: number): number {
  const shift = WORD_BITS * word;
  return SPREAD[(x >>> shift) & 1023]! | (SPREAD[(y >>> shift) & 1023]! << 1) | (SPREAD[(z >>> shift) & 1023]! << 2);
}
