import { displayOf } from './linear-colours.ts';

/** Red, green and blue of a glTF colour as displayed, 0 to 255. */
export const displayColour = (linear: readonly number[]): [number, number, number] => [
  displayOf(linear[0]!),
  displayOf(linear[1]!),
  displayOf(linear[2]!),
];

/** Flat RGBA of glTF vertex colours as displayed, 0 to 255; alpha is no light and stays linear. */
export const displayColours = (linear: Float32Array): Uint8Array =>
  Uint8Array.from(linear, (value, i) => (i % 4 === 3 ? Math.round(255 * value) : displayOf(value)));
