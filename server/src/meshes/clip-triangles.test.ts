import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { type Vec3, cross, dot, length, subtract } from '@overlook/shared/maths';
import { type ClippedMesh, type ClipSource, TriangleClipper } from './clip-triangles.ts';

const point = ({ positions }: Pick<ClippedMesh, 'positions'>, index: number): Vec3 => [
  positions[3 * index]!,
  positions[3 * index + 1]!,
  positions[3 * index + 2]!,
];
const corners = (mesh: ClippedMesh, triangle: number): [Vec3, Vec3, Vec3] =>
  [0, 1, 2].map((i) => point(mesh, mesh.indices[3 * triangle + i]!)) as [Vec3, Vec3, Vec3];
const trianglesOf = (mesh: ClippedMesh | null) =>
  mesh ? Array.from({ length: mesh.indices.length / 3 }, (_, i) => corners(mesh, i)) : [];

const areaOf = (mesh: ClippedMesh | null): number =>
  trianglesOf(mesh).reduce((sum, [a, b, c]) => sum + length(cross(subtract(b, a), subtract(c, a))) / 2, 0);
/** The volume of a closed surface, by the divergence theorem. */
const volumeOf = (mesh: ClippedMesh): number =>
  trianglesOf(mesh).reduce((sum, [a, b, c]) => sum + dot(a, cross(b, c)) / 6, 0);

const plain = (positions: ArrayLike<number>): ClipSource => ({
  positions: Float64Array.from(positions),
  values: new Float32Array(),
  width: 0,
});

/** A ball of a metre about the origin, in rings. */
function aBall(rings: number): { source: ClipSource; indices: number[] } {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++)
    for (let side = 0; side < 2 * rings; side++) {
      const [polar, around] = [(Math.PI * ring) / rings, (Math.PI * side) / rings];
      positions.push(Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar));
      const at = (r: number, s: number) => r * 2 * rings + (s % (2 * rings));
      if (ring === rings) continue;
      const [a, b, c, d] = [at(ring, side), at(ring + 1, side), at(ring + 1, side + 1), at(ring, side + 1)];
      if (ring < rings - 1) indices.push(a, b, c);
      if (ring > 0) indices.push(a, c, d);
    }
  // One vertex for each pole, so that the surface is closed by its indices.
  const isPole = (index: number) => index < 2 * rings || index >= rings * 2 * rings;
  const merged = indices.map((index) => (isPole(index) ? (index < 2 * rings ? 0 : rings * 2 * rings) : index));
  return { source: plain(positions), indices: merged };
}

/** Edges that only one triangle has, by the places of their ends in 32 bits. */
function openEdges(mesh: ClippedMesh): [Vec3, Vec3][] {
  const open = new Map<string, [Vec3, Vec3]>();
  const key = (p: Vec3) => p.map(Math.fround).join(' ');
  for (const triangle of trianglesOf(mesh))
    for (let i = 0; i < 3; i++) {
      const [from, to] = [triangle[i]!, triangle[(i + 1) % 3]!];
      if (!open.delete(`${key(to)}|${key(from)}`)) open.set(`${key(from)}|${key(to)}`, [from, to]);
    }
  return [...open.values()];
}

const coordinate = numberBetween(-3, 3);
const somePoint = fc.tuple(coordinate, coordinate, coordinate);
const someHalf = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: 0.05, max: 2, noNaN: true }))) as fc.Arbitrary<Vec3>;

/** Area of a triangle in a box, computed in another way: by the share of a fine grid of its points. */
function sampledArea([a, b, c]: [Vec3, Vec3, Vec3], half: Vec3, steps: number): number {
  let inside = 0;
  let all = 0;
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps - i; j++)
      for (const shift of i + j < steps - 1 ? [1 / 3, 2 / 3] : [1 / 3]) {
        const [u, v] = [(i + shift) / steps, (j + shift) / steps];
        const p = a.map((value, axis) => value + u * (b[axis]! - value) + v * (c[axis]! - value));
        all++;
        if (p.every((value, axis) => Math.abs(value) <= half[axis]!)) inside++;
      }
  return ((inside / all) * length(cross(subtract(b, a), subtract(c, a)))) / 2;
}

describe('triangles cut at a box', () => {
  it('have the area inside, for any triangle and box', () => {
    fc.assert(
      fc.property(somePoint, somePoint, somePoint, someHalf, (a, b, c, half) => {
        const mesh = new TriangleClipper(plain([...a, ...b, ...c]), half).clip([0, 1, 2]);
        for (const index of mesh?.indices ?? [])
          expect(point(mesh!, index).every((value, axis) => Math.abs(value) <= half[axis]!)).toBe(true);
        const whole = length(cross(subtract(b, a), subtract(c, a))) / 2;
        // A grid of 100 steps misses a strip of half a step along each of up to nine edges.
        expect(Math.abs(areaOf(mesh) - sampledArea([a, b, c], half, 100))).toBeLessThan(0.06 * whole + 1e-9);
      }),
      { numRuns: 100 },
    );
  });

  it('keep their orientation', () => {
    fc.assert(
      fc.property(somePoint, somePoint, somePoint, someHalf, (a, b, c, half) => {
        const normal = cross(subtract(b, a), subtract(c, a));
        const mesh = new TriangleClipper(plain([...a, ...b, ...c]), half).clip([0, 1, 2]);
        for (const [p, q, r] of trianglesOf(mesh)) {
          const own = cross(subtract(q, p), subtract(r, p));
          // Rounding of coordinates of a few metres turns the normal of a sliver by that much.
          expect(dot(own, normal)).toBeGreaterThanOrEqual(-1e-12 * Math.hypot(...normal));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of a ball are open only at the faces, and are complete where it is inside', () => {
    const { source, indices } = aBall(24);
    const whole = new TriangleClipper(source, [2, 2, 2]).clip(indices)!;
    expect(openEdges(whole)).toEqual([]);
    expect(volumeOf(whole)).toBeGreaterThan(4.1);
    expect(volumeOf(whole)).toBeLessThan((4 / 3) * Math.PI);
    const half: Vec3 = [0.61, 0.7, 0.4];
    const cut = new TriangleClipper(source, half).clip(indices)!;
    const open = openEdges(cut);
    expect(open.length).toBeGreaterThan(20);
    // Both ends of an open edge lie in one face of the box.
    for (const ends of open)
      expect([0, 1, 2].some((axis) => ends.every((end) => Math.abs(end[axis]!) === half[axis]!))).toBe(true);
  });

  it('match those of the adjacent box, point for point', () => {
    const { source, indices } = aBall(16);
    const shifted = { ...source, positions: source.positions.map((value, i) => (i % 3 === 0 ? value + 0.25 : value)) };
    // One box ends at x = 0.25, the other, of the ball moved as far as the boxes are apart, begins there.
    const west = new TriangleClipper(shifted, [0.5, 2, 2]).clip(indices)!;
    const moved = { ...shifted, positions: shifted.positions.map((value, i) => (i % 3 === 0 ? value - 1 : value)) };
    const east = new TriangleClipper(moved, [0.5, 2, 2]).clip(indices)!;
    const inFace = (mesh: ClippedMesh, x: number) =>
      [...new Set(openEdges(mesh).flat().filter((end) => end[0] === x).map(([, y, z]) => `${Math.fround(y)} ${Math.fround(z)}`))]; // prettier-ignore
    expect(inFace(west, 0.5).length).toBeGreaterThan(20);
    expect(inFace(east, -0.5).toSorted()).toEqual(inFace(west, 0.5).toSorted());
  });

  it('have the other values of the vertices in proportion', () => {
    const source: ClipSource = {
      positions: Float64Array.of(-2, 0, 0, 2, 0, 0, 0, 2, 0),
      // u and v, and a colour that is the distance to the east.
      values: Float32Array.of(0, 0, -2, 1, 0, 2, 0.5, 1, 0),
      width: 3,
    };
    const mesh = new TriangleClipper(source, [1, 1, 1]).clip([0, 1, 2])!;
    for (let vertex = 0; vertex < mesh.positions.length / 3; vertex++) {
      const [x, y] = point(mesh, vertex);
      const [u, v, colour] = mesh.values.subarray(3 * vertex, 3 * vertex + 3);
      expect(u).toBeCloseTo((x + 2) / 4, 6);
      expect(v).toBeCloseTo(y / 2, 6);
      expect(colour).toBeCloseTo(x, 6);
    }
    // A trapezium: 2 m wide at the bottom and at the top, cut off at the sides and above.
    expect(areaOf(mesh)).toBeCloseTo(2, 9);
  });

  it('that only touch the box are left out', () => {
    const touching = plain([1, 0, 0, 2, 1, 0, 2, -1, 0, 1, 1, 1, 3, 1, 1, 1, 3, 1]);
    expect(new TriangleClipper(touching, [1, 1, 1]).clip([0, 1, 2, 3, 4, 5])).toBeNull();
  });

  it('share vertices, also those of cuts', () => {
    const square = plain([-2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2, 0]);
    const mesh = new TriangleClipper(square, [1, 1, 1]).clip([0, 1, 2, 0, 2, 3])!;
    expect([mesh.positions.length / 3, areaOf(mesh)]).toEqual([4, 4]);
  });
});
