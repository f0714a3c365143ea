import { cutTriangles } from '../cut-triangles.ts';

/** A surface: flat x, y and height, metres, and its triangles. */
export interface Surface {
  readonly positions: Float64Array;
  readonly corners: Uint32Array;
}

/** A closed upright prism of `sides` equal sides, from the height 0 up: a box with four, nearly a cylinder with many. */
export function prism(
  sides: number,
  radius: number,
  height: number,
  middle: readonly [number, number] = [0, 0],
): Surface {
  const positions: number[] = [];
  const corners: number[] = [];
  for (let side = 0; side < sides; side++) {
    const angle = (2 * Math.PI * (side + 0.5)) / sides;
    for (const up of [0, height])
      positions.push(middle[0] + radius * Math.cos(angle), middle[1] + radius * Math.sin(angle), up);
    const [a, b] = [2 * side, 2 * ((side + 1) % sides)];
    corners.push(a, b, b + 1, a, b + 1, a + 1);
    if (side > 1) corners.push(0, a, a - 2, 1, a - 1, a + 1);
  }
  return { positions: Float64Array.from(positions), corners: Uint32Array.from(corners) };
}

/** The cuts of a surface at a height, flat, and how many of its triangles lie there. */
export function cutsAt({ positions, corners }: Surface, atM: number): { cuts: number[]; lying: number } {
  const cuts: number[] = [];
  const lying = cutTriangles(positions, corners, atM, (ax, ay, bx, by) => cuts.push(ax, ay, bx, by));
  return { cuts, lying };
}
