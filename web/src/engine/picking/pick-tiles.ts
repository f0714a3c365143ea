/**
 * What lies under a pixel: a ray against the very tiles that are drawn.
 *
 * 1. Tiles whose box the ray meets, nearest first; a tile farther than the best hit so far ends the search.
 * 2. Their geometry (geometry-cache.ts) in its own local frame, the ray taken there in double precision.
 * 3. Runs of triangles or points whose bounds the ray misses are skipped; the rest are tested one by one.
 * 4. Hits nearer than the near plane do not count (what is cut away cannot be picked), nor those in a tile's cutouts.
 *
 * The answer is as exact as the tile's own float32 coordinates, without a read-back of the picture.
 */
import {
  type Mat4,
  type Vec3,
  invertAffine,
  multiply,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { GpuPrimitive } from '../render/gpu-content.ts';
import type { DrawItem } from '../tiles/selection.ts';
import { type GeometryCache, type PickGeometry, RUN } from './geometry-cache.ts';
import { type Ray, nearestPoint, nearestTriangle } from './ray.ts';

export interface PickRay {
  originEnu: Vec3;
  /** Unit. */
  directionEnu: Vec3;
  /** Distances along the ray that count, metres: `near` from the near plane. */
  near: number;
  /** Radius at distance 1 of the cone within which a point counts as hit. */
  pointSlope: number;
}

export interface TilePick {
  pointEnu: Vec3;
  /** Metres from the camera. */
  distance: number;
  featureId: number | null;
  /** Geometric error of the tile that was hit, metres. */
  errorMetres: number;
}

/** Nearest hit, or null when the ray meets nothing. */
export function pickTiles(items: readonly DrawItem[], ray: PickRay, cache: GeometryCache): TilePick | null {
  const candidates = items
    .map((item) => ({ item, enter: item.tile.volume.rayDistance(ray.originEnu, ray.directionEnu) }))
    // Points may stand out of their tile's box by what the cone is wide there: the box alone decides, as it does for drawing.
    .filter(({ enter }) => enter < Infinity)
    .sort((a, b) => a.enter - b.enter);
  let best: TilePick | null = null;
  for (const { item, enter } of candidates) {
    if (best && enter > best.distance) break;
    for (const content of item.tile.gpu) {
      for (const primitive of content.primitives) {
        const hit = pickPrimitive(primitive, ray, cache, best?.distance ?? Infinity);
        if (!hit) continue;
        const pointEnu: Vec3 = [0, 1, 2].map((k) => ray.originEnu[k]! + ray.directionEnu[k]! * hit.t) as Vec3;
        const at = hit.pointEnu ?? pointEnu;
        if (item.cutouts?.some((box) => box.contains(at[0], at[1], at[2]))) continue;
        best = { pointEnu: at, distance: hit.t, featureId: hit.featureId, errorMetres: item.tile.geometricError };
      }
    }
  }
  return best;
}

interface PrimitiveHit {
  t: number;
  pointEnu: Vec3 | null;
  featureId: number | null;
}

function pickPrimitive(p: GpuPrimitive, ray: PickRay, cache: GeometryCache, tMax: number): PrimitiveHit | null {
  if (p.mode !== 4 && p.mode !== 0) return null;
  if (!p.instances) return pickPlaced(p, p.matrixEnu, ray, cache, tMax, null);
  let best: PrimitiveHit | null = null;
  for (let i = 0; i < p.instanceCount; i++) {
    const matrix = multiply(p.matrixEnu, instanceMatrix(p.instances, i));
    const hit = pickPlaced(p, matrix, ray, cache, best?.t ?? tMax, p.instanceFeatureIds?.[i] ?? null);
    if (hit) best = hit;
  }
  return best;
}

function pickPlaced(
  p: GpuPrimitive,
  matrixEnu: Mat4,
  ray: PickRay,
  cache: GeometryCache,
  tMax: number,
  instanceFeature: number | null,
): PrimitiveHit | null {
  const inverse = invertAffine(matrixEnu);
  const o = transformPoint(inverse, ray.originEnu);
  const d = transformDirection(inverse, ray.directionEnu);
  const local: Ray = { ox: o[0], oy: o[1], oz: o[2], dx: d[0], dy: d[1], dz: d[2] };
  const geometry = cache.get(p);
  if (p.mode === 0) {
    const hit = eachRun(geometry, 1, local, ray.near, tMax, ray.pointSlope, (from, to, limit) => {
      const found = nearestPoint(local, geometry.positions.subarray(3 * from, 3 * to), ray.pointSlope, ray.near, limit);
      return found && { t: found.t, element: from + found.index };
    });
    if (!hit) return null;
    const i = 3 * hit.element;
    const q = geometry.positions;
    return {
      t: hit.t,
      pointEnu: transformPoint(matrixEnu, [q[i]!, q[i + 1]!, q[i + 2]!]),
      featureId: geometry.featureIds?.[hit.element] ?? null,
    };
  }
  const hit = eachRun(geometry, 3, local, ray.near, tMax, 0, (from, to, limit) => {
    const { positions, indices } = geometry;
    const part = indices ? indices.subarray(from, to) : null;
    const vertices = indices ? positions : positions.subarray(3 * from, 3 * to);
    const found = nearestTriangle(local, vertices, part, ray.near, limit, p.culled);
    return found && { t: found.t, element: from + 3 * found.triangle };
  });
  if (!hit) return null;
  const vertex = geometry.indices ? geometry.indices[hit.element]! : hit.element;
  return { t: hit.t, pointEnu: null, featureId: instanceFeature ?? geometry.featureIds?.[vertex] ?? null };
}

/** Tests the runs that the ray (widened by `slope`) meets and returns the nearest hit. */
function eachRun(
  geometry: PickGeometry,
  stride: number,
  ray: Ray,
  tMin: number,
  tMax: number,
  slope: number,
  test: (from: number, to: number, tMax: number) => { t: number; element: number } | null,
): { t: number; element: number } | null {
  const { runs, positions, indices } = geometry;
  const total = indices ? indices.length : positions.length / 3;
  let best: { t: number; element: number } | null = null;
  for (let run = 0; run < runs.length / 6; run++) {
    const limit = best?.t ?? tMax;
    if (!meets(runs, 6 * run, ray, limit, slope)) continue;
    const from = run * RUN * stride;
    const hit = test(from, Math.min(total, from + RUN * stride), limit);
    if (hit && hit.t >= tMin) best = hit;
  }
  return best;
}

function meets(runs: Float32Array, at: number, ray: Ray, tMax: number, slope: number): boolean {
  const o = [ray.ox, ray.oy, ray.oz];
  const d = [ray.dx, ray.dy, ray.dz];
  // The cone's width at the far side of the run, in local units: a generous bound.
  const reach = slope > 0 ? slope * farthest(runs, at, o) : 0;
  let near = 0;
  let far = tMax;
  for (let k = 0; k < 3; k++) {
    const low = runs[at + k]! - reach - 1e-6;
    const high = runs[at + 3 + k]! + reach + 1e-6;
    if (Math.abs(d[k]!) < 1e-15) {
      if (o[k]! < low || o[k]! > high) return false;
      continue;
    }
    const t1 = (low - o[k]!) / d[k]!;
    const t2 = (high - o[k]!) / d[k]!;
    near = Math.max(near, Math.min(t1, t2));
    far = Math.min(far, Math.max(t1, t2));
    if (near > far) return false;
  }
  return true;
}

function farthest(runs: Float32Array, at: number, o: number[]): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    squared += Math.max(Math.abs(runs[at + k]! - o[k]!), Math.abs(runs[at + 3 + k]! - o[k]!)) ** 2;
  }
  return Math.sqrt(squared);
}

function instanceMatrix(rows: Float32Array, i: number): Mat4 {
  const r = rows.subarray(12 * i, 12 * i + 12);
  return [r[0]!, r[4]!, r[8]!, 0, r[1]!, r[5]!, r[9]!, 0, r[2]!, r[6]!, r[10]!, 0, r[3]!, r[7]!, r[11]!, 1];
}
