/** Light to display values, with the exponent that tiles are written with (glTF 2.0 §3.7.2.1). */
const display = (light: number): number => Math.round(255 * Math.min(1, Math.max(0, light)) ** (1 / 2.2));

/** Red, green and blue of a glTF colour as displayed, 0 to 255. */
export const displayColour = (linear: readonly number[]): [number, number, number] => [
  display(linear[0]!),
  display(linear[1]!),
  display(linear[2]!),
];

/** Flat RGBA of glTF vertex colours as displayed, 0 to 255; alpha is no light and stays linear. */
export const displayColours = (linear: Float32Array): Uint8Array =>
  Uint8Array.from(linear, (value, i) => (i % 4 === 3 ? Math.round(255 * value) : display(value)));
