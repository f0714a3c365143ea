import { type Vec3, add, dot, eigenOfSymmetric, normalize, scale, subtract } from '@overlook/shared/maths';
import { isSmoothAt } from './crease.ts';
import { fitCircleAlong, momentsOf } from './fit-circle.ts';
import type { Face, PartFaces } from './part-faces.ts';

/** The patch: faces around the picked one, by so many steps over smooth edges. */
const STEPS = 2;
const FACES_MOST = 150;
/** Shares of the sum of squares of the normals: in the second direction at least (else it is flat), along the axis at most. */
const CURVED_LEAST = 0.004;
const ALONG_MOST = 0.002;
/** An edge along the axis says its direction more exactly than stored normals do. */
const ALONG_COS = Math.cos((2 * Math.PI) / 180);
/** Of the radius: an elbow or a cone is farther from any cylinder. */
const ROUND_SHARE = 0.003;

/** The axis of a cylinder, as far as the patch goes along it, in the frame of the part. */
export type AxisLine = readonly [Vec3, Vec3];

/**
 * The axis of the cylinder whose facets include a face, through the vertices around it, which lie on the true surface; null for flat
 * and other surfaces, and for meshes without normals.
 */
export function cylinderAxis(faces: PartFaces, triangle: number): AxisLine | null {
  const patch = smoothPatch(faces, triangle);
  const points = patch.map((vertex) => faces.pointOf(vertex));
  const normals = patch.map((vertex) => faces.normalOf(vertex)).filter((normal) => normal !== null);
  if (normals.length < patch.length || patch.length < 4) return null;
  const [small, middle, large] = eigenOfSymmetric(momentsOf(normals));
  const sum = small.value + middle.value + large.value;
  if (middle.value < CURVED_LEAST * sum || small.value > ALONG_MOST * sum) return null;
  const axis = alongEdges(points, small.vector);
  const circle = fitCircleAlong(points, axis);
  if (!circle || circle.farthestM > ROUND_SHARE * circle.radiusM) return null;
  let [from, to] = [Infinity, -Infinity];
  for (const point of points) {
    const along = dot(subtract(point, circle.centre), axis);
    from = Math.min(from, along);
    to = Math.max(to, along);
  }
  return [add(circle.centre, scale(axis, from)), add(circle.centre, scale(axis, to))];
}

/** The vertices of the faces that go on smoothly around a face. */
function smoothPatch(faces: PartFaces, triangle: number): number[] {
  const known = new Set([triangle]);
  const vertices = new Set<number>();
  let edge: Face[] = [{ triangle, corner: 0 }];
  for (let step = 0; step <= STEPS; step++) {
    const next: Face[] = [];
    for (const face of edge)
      for (let k = 0; k < 3; k++) {
        const vertex = faces.vertexOf({ ...face, corner: k });
        vertices.add(vertex);
        const normal = faces.normalOf(vertex);
        if (step === STEPS || !normal) continue;
        for (const beside of faces.facesAt(vertex)) {
          const other = faces.normalOf(faces.vertexOf(beside));
          if (known.has(beside.triangle) || known.size >= FACES_MOST || !other || !isSmoothAt(normal, other)) continue;
          known.add(beside.triangle);
          next.push(beside);
        }
      }
    edge = next;
  }
  return [...vertices];
}

/** The direction of the longest line between two of the points that is nearly along an axis. */
function alongEdges(points: readonly Vec3[], axis: Vec3): Vec3 {
  let [best, longest] = [axis, 0];
  for (const [i, from] of points.entries())
    for (const to of points.slice(i + 1)) {
      const way = subtract(to, from);
      const lengthM = Math.hypot(way[0], way[1], way[2]);
      if (lengthM <= longest) continue;
      const unit = normalize(way);
      if (Math.abs(dot(unit, axis)) >= ALONG_COS) [best, longest] = [unit, lengthM];
    }
  return best;
}
