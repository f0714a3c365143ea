/** Length of the longest text; 0 without any. */
export const widest = (texts: readonly string[]): number =>
  texts.reduce((most, { length }) => Math.max(most, length), 0);
