/** Display values are light to the power of one in this; viewers of glTF colours invert it. */
const GAMMA = 2.2;

/** Light, 0 to 1, of a display value, 0 to 255. */
export const lightOf = (display: number): number => (display / 255) ** GAMMA;

/** Display value, 0 to 255, of linear light; input outside 0 to 1 is clamped. */
export const displayOf = (light: number): number => Math.round(255 * Math.min(1, Math.max(0, light)) ** (1 / GAMMA));

const LINEAR = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * lightOf(value)));

/**
 * Vertex colours as glTF requires them: linear light, not display values (glTF 2.0 §3.7.2.1). Flat RGBA bytes; alpha is
 * kept. In deep shade a byte of linear light has an error of about two per cent of the displayed value.
 */
export function linearColours(display: Uint8Array): Uint8Array {
  const linear = display.slice();
  for (let i = 0; i < linear.length; i++) if (i % 4 !== 3) linear[i] = LINEAR[linear[i]!]!;
  return linear;
}
