import { IDENTITY } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { CadPart } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { coarseParts } from './coarse-parts.ts';
import { LodProxies } from './lod-proxies.ts';
import { placedBounds } from './placed-bounds.ts';
import { simplifierReady } from './simplify.ts';
import { splitMeshes } from './split-meshes.ts';
import type { LayerPart } from './split-meshes.ts';

const SIDE = 300;

/** A hilly field of 300 by 300 metres, two triangles a square metre. */
function field(): CadGeometry {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let y = 0; y <= SIDE; y++)
    for (let x = 0; x <= SIDE; x++) {
      positions.push(x, y, 4 * Math.sin(x / 9) * Math.cos(y / 13));
      if (x === SIDE || y === SIDE) continue;
      const at = y * (SIDE + 1) + x;
      indices.push(at, at + 1, at + SIDE + 2, at, at + SIDE + 2, at + SIDE + 1);
    }
  const normals = Float32Array.from(positions, (_, i) => (i % 3 === 2 ? 1 : 0));
  return { positions: Float32Array.from(positions), normals, indices: Uint32Array.from(indices), colours: null };
}

const partOf = (geometry: CadGeometry): LayerPart => ({
  geometry: 0,
  item: 7,
  matrix: IDENTITY,
  colour: [255, 255, 255, 255],
  box: placedBounds(geometry.positions, IDENTITY),
  triangles: geometry.indices.length / 3,
});

/** Area of all triangles as seen from above, square metres. */
function areaFromAbove(parts: readonly CadPart[], geometries: readonly CadGeometry[]): number {
  let area = 0;
  for (const part of parts) {
    const { positions, indices } = geometries[part.geometry]!;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [3 * indices[i]!, 3 * indices[i + 1]!, 3 * indices[i + 2]!];
      const [ux, uy] = [positions[b]! - positions[a]!, positions[b + 1]! - positions[a + 1]!];
      const [vx, vy] = [positions[c]! - positions[a]!, positions[c + 1]! - positions[a + 1]!];
      area += (ux * vy - uy * vx) / 2;
    }
  }
  return area;
}

describe('a mesh larger than a tile', () => {
  it('is cut into pieces that together are complete', () => {
    const whole = field();
    const { parts, geometries, pieces } = splitMeshes([partOf(whole)], [whole], 40_000);
    expect(parts.length).toBeGreaterThanOrEqual(5);
    expect(parts.length).toBeLessThanOrEqual(8);
    expect(new Set(parts.map(({ geometry }) => geometry))).toEqual(pieces);
    for (const { triangles, item } of parts) {
      expect(triangles).toBeLessThanOrEqual(40_000);
      expect(item).toBe(7);
    }
    expect(parts.reduce((sum, { triangles }) => sum + triangles, 0)).toBe(2 * SIDE * SIDE);
    expect(areaFromAbove(parts, geometries)).toBeCloseTo(SIDE * SIDE, 3);
  });

  it('has no holes from afar, and is not drawn larger than it is', async () => {
    await simplifierReady;
    const whole = field();
    const { parts, geometries, pieces } = splitMeshes([partOf(whole)], [whole], 40_000);
    const coarse = coarseParts(parts, new LodProxies(geometries, pieces), { allowed: 0.4, atMost: 40_000 });
    const triangles = coarse.parts.reduce((sum, part) => sum + coarse.geometries[part.geometry]!.indices.length / 3, 0);
    expect(triangles).toBeLessThanOrEqual(40_000);
    expect(areaFromAbove(coarse.parts, coarse.geometries)).toBeCloseTo(SIDE * SIDE, 0);
    for (const { matrix } of coarse.parts) expect(matrix).toBe(IDENTITY);
  });

  it('does not change others', () => {
    const whole = field();
    const [small, large] = [{ ...whole, indices: whole.indices.slice(0, 300) }, whole];
    const parts = [partOf(small), { ...partOf(large), geometry: 1 }];
    const split = splitMeshes(parts, [small, large], 100_000);
    expect(split.parts[0]).toBe(parts[0]);
    expect(split.geometries[0]).toBe(small);
    expect(split.pieces.has(0)).toBe(false);
    expect(splitMeshes([parts[0]!], [small], 100_000).parts).toEqual([parts[0]]);
  });
});
