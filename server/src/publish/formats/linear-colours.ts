/** Display values to light, by byte, with the exponent that viewers of glTF colours invert. */
const LINEAR = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** 2.2));

/**
 * Vertex colours as glTF wants them: light, not display values (glTF 2.0 §3.7.2.1). Flat RGBA bytes; alpha is kept. A byte of
 * light is coarse in deep shade, to about two per cent of what is seen there.
 */
export function linearColours(display: Uint8Array): Uint8Array {
  const linear = display.slice();
  for (let i = 0; i < linear.length; i++) if (i % 4 !== 3) linear[i] = LINEAR[linear[i]!]!;
  return linear;
}
