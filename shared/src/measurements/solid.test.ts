import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../maths/index.ts';
import { Solid } from './solid.ts';

type Triangle = [Vec3, Vec3, Vec3];

/** An upright prism of `sides` equal sides, its faces seen from outside in one direction; `isOpen` has no lid. */
function prism(sides: number, radius: number, height: number, at: Vec3 = [0, 0, 0], isOpen = false): Triangle[] {
  const corner = (side: number, z: number): Vec3 => {
    const angle = (2 * Math.PI * side) / sides;
    return [at[0] + radius * Math.cos(angle), at[1] + radius * Math.sin(angle), at[2] + z];
  };
  const [bottom, top]: [Vec3, Vec3] = [at, [at[0], at[1], at[2] + height]];
  return Array.from({ length: sides }, (_, side) => side).flatMap((side): Triangle[] => {
    const [a, b, c, d] = [corner(side, 0), corner(side + 1, 0), corner(side + 1, height), corner(side, height)];
    const lid: Triangle[] = isOpen ? [] : [[top, d, c]];
    return [[a, b, c], [a, c, d], [bottom, b, a], ...lid];
  });
}

const measured = (triangles: readonly Triangle[]) => {
  const solid = new Solid();
  for (const [a, b, c] of triangles) solid.add(a, b, c);
  return solid.measure();
};
const ground = (sides: number, radius: number) => (sides / 2) * radius ** 2 * Math.sin((2 * Math.PI) / sides);

describe('a solid', () => {
  it('has the surface and the volume of its facets, far from the origin as well', () => {
    const { areaM2, volumeM3, triangles } = measured(prism(48, 1.5, 4, [-3_917_000, 3_465_000, -3_637_000]));
    expect(triangles).toBe(192);
    expect(volumeM3).toBeCloseTo(4 * ground(48, 1.5), 4);
    expect(areaM2).toBeCloseTo(2 * ground(48, 1.5) + 4 * 2 * 48 * 1.5 * Math.sin(Math.PI / 48), 4);
  });

  it('that is open has a surface and no volume', () => {
    const { areaM2, volumeM3 } = measured(prism(48, 1.5, 4, [0, 0, 0], true));
    expect(volumeM3).toBeNull();
    expect(areaM2).toBeGreaterThan(0);
  });

  it('whose faces disagree on what is outside has no volume', () => {
    const [[a, b, c], ...others] = prism(12, 1, 1) as [Triangle, ...Triangle[]];
    expect(measured([[c, b, a], ...others]).volumeM3).toBeNull();
  });

  it('whose faces come twice, from both sides, counts each once', () => {
    const once = prism(12, 1, 1);
    const twice = [...once, ...once.map(([a, b, c]): Triangle => [c, b, a])];
    expect(measured(twice)).toEqual(measured(once));
  });

  it('of two closed parts has the volume of both, and nothing has none', () => {
    expect(measured([...prism(12, 1, 1), ...prism(12, 1, 1, [5, 0, 0])]).volumeM3).toBeCloseTo(2 * ground(12, 1), 6);
    expect(measured([])).toEqual({ triangles: 0, areaM2: 0, volumeM3: null });
  });
});
