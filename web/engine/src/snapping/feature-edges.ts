/** The edges near a pointer at which a surface ends or is creased (crease.ts). */
import { type Vec3, cross, normalize, subtract } from '@overlook/shared/maths';
import { isFeature } from './crease.ts';
import type { NearTriangles } from './near-triangles.ts';
import type { ScreenAround } from './screen-around.ts';

/** Corners nearer than this are one, metres: tiles have steps of about a millimetre. */
const WELD_M = 1e-4;

export interface FeatureEdge {
  /** Numbers of its ends ({@link FeatureEdges.points}). */
  readonly a: number;
  readonly b: number;
  /** A triangle beside it, and which of its corners are the two ends. */
  readonly triangle: number;
  readonly corners: readonly [number, number];
  /** One face only: the border of a surface, or of a patch of it. */
  readonly isBorder: boolean;
}

export interface FeatureEdges {
  /** ENU metres. */
  readonly points: readonly Vec3[];
  readonly edges: readonly FeatureEdge[];
  /** Edges at each point, which are all there are at points within the radius. */
  readonly at: ReadonlyMap<number, readonly FeatureEdge[]>;
}

/** The edges that pass within `radiusPx` of the pointer, on the screen; of these both faces are among the triangles. */
export function featureEdges(near: NearTriangles, around: ScreenAround, radiusPx: number): FeatureEdges {
  const { points, numbers } = weld(near);
  const faces = new Map<number, { ends: [number, number]; sides: Side[] }>();
  for (let triangle = 0; triangle < near.count; triangle++) {
    if (!near.parts[near.partOf[triangle]!]!.hasCreases) continue;
    for (let corner = 0; corner < 3; corner++) {
      const next = (corner + 1) % 3;
      const [a, b] = [numbers[3 * triangle + corner]!, numbers[3 * triangle + next]!];
      if (a === b) continue;
      const place = around.nearestOnLine(near.screen, 9 * triangle + 3 * corner, 9 * triangle + 3 * next);
      if (!place || place.px > radiusPx) continue;
      const key = a < b ? a * points.length + b : b * points.length + a;
      const edge = faces.get(key) ?? { ends: [a, b], sides: [] };
      faces.set(key, edge);
      edge.sides.push({ triangle, atA: a === edge.ends[0] ? corner : next, atB: a === edge.ends[0] ? next : corner });
    }
  }
  const edges: FeatureEdge[] = [];
  for (const { ends, sides } of faces.values()) {
    const faceSides = sides.map(({ triangle, atA, atB }) => ({
      normals: [normalAt(near, triangle, atA), normalAt(near, triangle, atB)] as const,
      face: faceNormal(near, triangle),
    }));
    if (!isFeature(faceSides)) continue;
    const [{ triangle, atA, atB }] = sides as [Side];
    edges.push({ a: ends[0], b: ends[1], triangle, corners: [atA, atB], isBorder: sides.length === 1 });
  }
  return { points, edges, at: edgesAt(edges) };
}

/** A face at an edge: the triangle, and which of its corners are the two ends. */
interface Side {
  readonly triangle: number;
  readonly atA: number;
  readonly atB: number;
}

function edgesAt(edges: readonly FeatureEdge[]): Map<number, FeatureEdge[]> {
  const at = new Map<number, FeatureEdge[]>();
  for (const edge of edges)
    for (const end of [edge.a, edge.b]) {
      const list = at.get(end);
      if (list) list.push(edge);
      else at.set(end, [edge]);
    }
  return at;
}

/** Unit normal of a mesh at a corner of a triangle, ENU; null where the mesh has none. */
function normalAt(near: NearTriangles, triangle: number, corner: number): Vec3 | null {
  const { geometry, matrixEnu: m } = near.parts[near.partOf[triangle]!]!;
  const { normals } = geometry;
  if (!normals) return null;
  const at = 3 * near.vertices[3 * triangle + corner]!;
  const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
  // The columns of the matrix of cofactors: right under scales that differ by axis, as of positions in whole steps.
  const [right, ahead, up]: Vec3[] = [
    [m[0], m[1], m[2]],
    [m[4], m[5], m[6]],
    [m[8], m[9], m[10]],
  ];
  const [cx, cy, cz] = [cross(ahead!, up!), cross(up!, right!), cross(right!, ahead!)];
  const normal = normalize([
    cx[0] * x + cy[0] * y + cz[0] * z,
    cx[1] * x + cy[1] * y + cz[1] * z,
    cx[2] * x + cy[2] * y + cz[2] * z,
  ]);
  return normal.some((value) => value !== 0) ? normal : null;
}

/** Unit normal of a triangle by its corners, ENU. */
function faceNormal(near: NearTriangles, triangle: number): Vec3 {
  const a = near.cornerOf(triangle, 0);
  return normalize(cross(subtract(near.cornerOf(triangle, 1), a), subtract(near.cornerOf(triangle, 2), a)));
}

/** Gives corners at the same place of the same object one number. */
function weld(near: NearTriangles): { points: Vec3[]; numbers: Uint32Array } {
  const points: Vec3[] = [];
  const objects: number[] = [];
  const numbers = new Uint32Array(3 * near.count);
  const byHash = new Map<number, number[]>();
  const [ox, oy, oz] = [near.corners[0]!, near.corners[1]!, near.corners[2]!];
  for (let i = 0; i < 3 * near.count; i++) {
    const triangle = Math.trunc(i / 3);
    const [x, y, z] = [near.corners[3 * i]!, near.corners[3 * i + 1]!, near.corners[3 * i + 2]!];
    const hash =
      Math.imul(Math.round((x - ox) / WELD_M), 73_856_093) ^
      Math.imul(Math.round((y - oy) / WELD_M), 19_349_663) ^
      Math.imul(Math.round((z - oz) / WELD_M), 83_492_791);
    const known = byHash.get(hash);
    const isSame = (point: number) =>
      objects[point] === near.objectOf[triangle] &&
      Math.abs(points[point]![0] - x) < WELD_M &&
      Math.abs(points[point]![1] - y) < WELD_M &&
      Math.abs(points[point]![2] - z) < WELD_M;
    const found = known?.find(isSame);
    numbers[i] = found ?? points.length;
    if (found !== undefined) continue;
    if (known) known.push(points.length);
    else byHash.set(hash, [points.length]);
    points.push([x, y, z]);
    objects.push(near.objectOf[triangle]!);
  }
  return { points, numbers };
}
