import { describe, expect, it } from 'vitest';
import { BehindPlane } from './behind-plane.ts';
import { type EdgedMesh, meshEdges } from './mesh-edges.ts';
import type { Place } from './occluders.ts';
import { stitchLines } from './stitch-lines.ts';

const SIDES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
] as const;

/** A box between two corners: x, y and depth. */
function aBox(low: Place, high: Place): EdgedMesh {
  const positions: number[] = [];
  for (let i = 0; i < 8; i++) positions.push((i & 1 ? high : low)[0], (i & 2 ? high : low)[1], (i & 4 ? high : low)[2]);
  return { positions, normals: null, corners: SIDES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]) };
}

/** A lying cylinder without caps along x, about y = 0, with the normals of a round surface. */
function aPipe(
  facets: number,
  radius: number,
  [fromX, toX]: readonly [number, number],
  depth: number,
  turn = 0,
): EdgedMesh {
  const [positions, normals, corners]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < facets; i++) {
    const angle = (2 * Math.PI * (i + turn)) / facets;
    for (const x of [fromX, toX]) {
      positions.push(x, radius * Math.cos(angle), depth + radius * Math.sin(angle));
      normals.push(0, Math.cos(angle), Math.sin(angle));
    }
    const [a, b] = [2 * i, 2 * ((i + 1) % facets)];
    corners.push(a, b, b + 1, a, b + 1, a + 1);
  }
  return { positions, normals, corners };
}

function drawn(meshes: readonly EdgedMesh[], cuts: readonly number[][] = [], depthM = 100): string[][] {
  const behind = new BehindPlane({ half: [50, 50], depthM });
  for (const [object, mesh] of meshes.entries()) {
    const place = (vertex: number): Place => {
      const at = 3 * vertex;
      return [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!];
    };
    const { corners } = mesh;
    for (let at = 0; at < corners.length; at += 3) {
      const [a, b, c] = [place(corners[at]!), place(corners[at + 1]!), place(corners[at + 2]!)];
      if (behind.reaches(a, b, c)) behind.addTriangle(a, b, c);
    }
    for (const edge of meshEdges(mesh)) behind.addEdge(object, edge, place);
  }
  const lines = behind.visibleLines(cuts);
  return meshes.map((_, object) => segmentsOf(lines.get(object) ?? []));
}

/** Each segment of the joined lines, to a millimetre, from its lower left end. */
function segmentsOf(flat: readonly number[]): string[] {
  const segments = stitchLines(flat).flatMap(({ points, isClosed }) => {
    const whole = isClosed ? [...points, points[0]!, points[1]!] : points;
    return Array.from({ length: whole.length / 2 - 1 }, (_, i) => whole.slice(2 * i, 2 * i + 4));
  });
  const text = (values: readonly number[]) =>
    values.map((value) => (Math.round(value * 1000) / 1000 + 0).toFixed(3)).join(',');
  return segments.map(([ax, ay, bx, by]) => [text([ax!, ay!]), text([bx!, by!])].toSorted().join(' ')).toSorted();
}
const segments = (...all: readonly (readonly [number, number, number, number])[]): string[] =>
  all
    .map(([ax, ay, bx, by]) =>
      [
        [ax, ay],
        [bx, by],
      ]
        .map((end) => end.map((value) => value.toFixed(3)).join(','))
        .toSorted()
        .join(' '),
    )
    .toSorted();
const rectangle = (x0: number, y0: number, x1: number, y1: number) =>
  segments([x0, y0, x1, y0], [x1, y0, x1, y1], [x0, y1, x1, y1], [x0, y0, x0, y1]);

describe('what lies behind the plane', () => {
  it('of a box has its outline once, without the edges of its far side and the diagonals of its sides', () => {
    expect(drawn([aBox([1, 2, 3], [4, 6, 8])])).toEqual([rectangle(1, 2, 4, 6)]);
  });

  it('of a box behind another has exactly what the nearer one does not hide', () => {
    const [near, far] = drawn([aBox([0, 0, 1], [2.345, 2, 2]), aBox([1, 1, 3], [4, 3.5, 5])]);
    expect(near).toEqual(rectangle(0, 0, 2.345, 2));
    expect(far).toEqual(segments([1, 2, 1, 3.5], [1, 3.5, 4, 3.5], [4, 1, 4, 3.5], [2.345, 1, 4, 1]));
  });

  it('of a box wholly behind another is nothing, and a part that passes before it is whole', () => {
    expect(drawn([aBox([0, 0, 1], [3, 3, 2]), aBox([1, 1, 2.5], [2, 2, 3])])[1]).toEqual([]);
    const [plate, pole] = drawn([aBox([0, 0, 4], [3, 3, 5]), aBox([1, -1, 1], [2, 4, 2])]);
    expect(pole).toEqual(rectangle(1, -1, 2, 4));
    expect(plate).toEqual(segments([0, 0, 0, 3], [3, 0, 3, 3], [0, 0, 1, 0], [2, 0, 3, 0], [0, 3, 1, 3], [2, 3, 3, 3]));
  });

  it('of a round pipe are its two silhouettes and its ends, not the lines between its facets', () => {
    const [pipe] = drawn([aPipe(16, 0.5, [-2, 3], 4)]);
    expect(pipe).toEqual(rectangle(-2, -0.5, 3, 0.5));
    // With facets that are square to the sheet at both sides.
    const apothem = 0.5 * Math.cos(Math.PI / 16);
    expect(drawn([aPipe(16, 0.5, [-2, 3], 4, 0.5)])[0]).toEqual(
      segmentsOf([
        -2,
        -apothem,
        3,
        -apothem,
        3,
        -apothem,
        3,
        apothem,
        3,
        apothem,
        -2,
        apothem,
        -2,
        apothem,
        -2,
        -apothem,
      ]),
    );
  });

  it('of a pipe under a beam stops at the beam on both sides, to a millimetre', () => {
    const [, pipe] = drawn([aBox([0, -3, 1], [0.3, 3, 1.5]), aPipe(48, 0.25, [-2, 3], 4)]);
    expect(pipe).toEqual(
      segments(
        [-2, -0.25, 0, -0.25],
        [-2, 0.25, 0, 0.25],
        [-2, -0.25, -2, 0.25],
        [0.3, -0.25, 3, -0.25],
        [0.3, 0.25, 3, 0.25],
        [3, -0.25, 3, 0.25],
      ),
    );
  });

  it('begins at the plane, ends at the depth of the box, and hides with what the plane has left', () => {
    // A slope from before the plane to behind the depth.
    const slope: EdgedMesh = {
      positions: [0, 0, -1, 4, 0, 3, 4, 2, 3, 0, 2, -1],
      normals: null,
      corners: [0, 1, 2, 0, 2, 3],
    };
    expect(drawn([slope], [], 2)[0]).toEqual(segments([1, 0, 3, 0], [1, 2, 3, 2]));
    expect(drawn([aBox([0, 0, -2], [1, 1, -1]), aBox([0.2, 0.2, 1], [0.8, 0.8, 2])])[1]).toEqual(
      rectangle(0.2, 0.2, 0.8, 0.8),
    );
  });

  it('does not repeat the foot of a cut wall below the line of the cut', () => {
    const wall = aBox([0, 0, -1], [5, 0.2, 3]);
    const ring = [0, 0, 5, 0, 5, 0, 5, 0.2, 5, 0.2, 0, 0.2, 0, 0.2, 0, 0];
    expect(drawn([wall], [ring])).toEqual([[]]);
    expect(drawn([wall])).toEqual([rectangle(0, 0, 5, 0.2)]);
  });
});
