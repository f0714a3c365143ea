/** The edges of a mesh, with the faces beside them. */
import { dot, normalize, cross, subtract, type ReadonlyVec3, type Vec3 } from '../maths/index.ts';

/** Faces whose normals differ less at both ends of an edge are one smooth surface. Stored normals have steps of 0.5°. */
const SMOOTH_COS = Math.cos((10 * Math.PI) / 180);
/** The same for meshes without normals, by the angle between the faces: facets of a pipe of 8 sides meet at 45°. */
const FLAT_COS = Math.cos((50 * Math.PI) / 180);
/** Faces that meet at a larger angle are no facets of one round surface, whatever their normals say. */
const SHARP_COS = Math.cos((75 * Math.PI) / 180);

export interface EdgedMesh {
  /** Flat xyz of vertices. */
  readonly positions: ArrayLike<number>;
  /** Flat xyz of vertices; null where it has none. */
  readonly normals: ArrayLike<number> | null;
  /** Three vertices a triangle. */
  readonly corners: ArrayLike<number>;
}

export interface MeshEdge {
  /** Vertices of its ends. */
  readonly from: number;
  readonly to: number;
  /** Number of a triangle beside it. */
  readonly triangle: number;
  /** Of the only other triangle there; null at a border, and where more than two meet. */
  readonly other: number | null;
  /** Vertices of the two triangles that are not on the edge. */
  readonly across: readonly [number, number | null];
  /** A surface ends here, or two surfaces meet: their normals differ. Not so where facets of one round surface meet. */
  readonly isFeature: boolean;
}

interface Side {
  readonly triangle: number;
  readonly from: number;
  readonly to: number;
  readonly across: number;
}

/** Each edge once, by the places of its ends: vertices at the same place are one. */
export function meshEdges({ positions, normals, corners }: EdgedMesh): MeshEdge[] {
  const places = placeNumbers(positions);
  const count = positions.length / 3;
  const sides = new Map<number, Side[]>();
  for (let at = 0; at + 2 < corners.length; at += 3)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[at + k]!, corners[at + ((k + 1) % 3)]!];
      const [a, b] = [places[from]!, places[to]!];
      if (a === b) continue;
      const side = { triangle: at / 3, from, to, across: corners[at + ((k + 2) % 3)]! };
      const key = a < b ? a * count + b : b * count + a;
      const here = sides.get(key);
      if (here) here.push(side);
      else sides.set(key, [side]);
    }
  const faceNormal = (triangle: number): Vec3 => {
    const [a, b, c] = [0, 1, 2].map((k) => vectorOf(positions, corners[3 * triangle + k]!)) as [Vec3, Vec3, Vec3];
    return normalize(cross(subtract(b, a), subtract(c, a)));
  };
  const isCrease = (one: Side, other: Side): boolean => {
    // Neighbours run along their edge in opposite directions; where one is turned over, in the same.
    const isOpposite = places[one.from] === places[other.to];
    const cos = dot(faceNormal(one.triangle), faceNormal(other.triangle)) * (isOpposite ? 1 : -1);
    if (!normals || cos < SHARP_COS) return cos < FLAT_COS;
    return (
      differ(normals, one.from, isOpposite ? other.to : other.from) ||
      differ(normals, one.to, isOpposite ? other.from : other.to)
    );
  };
  return [...sides.values()].map((here): MeshEdge => {
    const [one, other] = here as [Side, Side?];
    const isPair = here.length === 2;
    return {
      from: one.from,
      to: one.to,
      triangle: one.triangle,
      other: isPair ? other!.triangle : null,
      across: [one.across, isPair ? other!.across : null],
      isFeature: !isPair || isCrease(one, other!),
    };
  });
}

const vectorOf = (values: ArrayLike<number>, vertex: number): Vec3 => [
  values[3 * vertex]!,
  values[3 * vertex + 1]!,
  values[3 * vertex + 2]!,
];

function differ(normals: ArrayLike<number>, a: number, b: number): boolean {
  if (a === b) return false;
  const one: ReadonlyVec3 = normalize(vectorOf(normals, a));
  return dot(one, normalize(vectorOf(normals, b))) < SMOOTH_COS;
}

/** Of each vertex the first one at the same place. */
function placeNumbers(positions: ArrayLike<number>): Uint32Array {
  const numbers = new Uint32Array(positions.length / 3);
  const known = new Map<string, number>();
  for (let vertex = 0; vertex < numbers.length; vertex++) {
    const key = `${positions[3 * vertex]},${positions[3 * vertex + 1]},${positions[3 * vertex + 2]}`;
    const first = known.get(key);
    if (first === undefined) known.set(key, vertex);
    numbers[vertex] = first ?? vertex;
  }
  return numbers;
}
