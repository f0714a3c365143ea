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
import { isCutOut } from '../tiles/cutouts.ts';
import type { DrawItem } from '../tiles/selection.ts';
import type { Tile } from '../tiles/tile.ts';
import { type GeometryCache, type PickGeometry, RUN } from './geometry-cache.ts';
import { type PointHit, type Ray, isBetter, meetsRun, nearestPoint, nearestTriangle } from './ray.ts';

/** WebGL primitive modes. */
const POINTS = 0;
const TRIANGLES = 4;

export interface PickRay {
  originEnu: Vec3;
  /** Unit. */
  directionEnu: Vec3;
  /** Distance along the ray to the near plane, metres. */
  near: number;
  /** Radius, at distance 1, of the disc that a point is drawn as, and of how far beside it a pick still counts. */
  discSlope: number;
  reachSlope: number;
}

export interface TilePick {
  pointEnu: Vec3;
  /** Metres from the camera. */
  distance: number;
  /** The feature's id in the layer, where the tile tells it, else its number in the tile. */
  featureId: number | null;
  /** Geometric error of the tile that was hit, metres. */
  errorMetres: number;
}

interface Hit {
  t: number;
  /** 0 for triangles. */
  offset: number;
  covers: boolean;
  pointEnu: Vec3;
  featureId: number | null;
}

/** Nearest hit, or null when the ray meets nothing. */
export function pickTiles(items: readonly DrawItem[], ray: PickRay, cache: GeometryCache): TilePick | null {
  const candidates = items
    .map((item) => ({ item, enter: item.tile.volume.rayDistance(ray.originEnu, ray.directionEnu) }))
    .filter(({ enter }) => enter < Infinity)
    .sort((a, b) => a.enter - b.enter);
  let best: Hit | null = null;
  let tile: Tile | null = null;
  let layerIds: Int32Array | null = null;
  for (const { item, enter } of candidates) {
    if (best?.covers && enter > best.t) break;
    for (const content of item.tile.gpu) {
      for (const primitive of content.primitives) {
        const hit = pickPrimitive(primitive, ray, cache, best?.covers ? best.t : Infinity);
        if (!hit || !isBetter(hit, best)) continue;
        const [x, y, z] = hit.pointEnu;
        if (item.cutouts && isCutOut(item.cutouts, x, y, z)) continue;
        best = hit;
        tile = item.tile;
        layerIds = content.layerIds;
      }
    }
  }
  if (!best || !tile) return null;
  return {
    pointEnu: best.pointEnu,
    distance: best.t,
    featureId: best.featureId === null ? null : (layerIds?.[best.featureId] ?? best.featureId),
    errorMetres: tile.geometricError,
  };
}

function pickPrimitive(p: GpuPrimitive, ray: PickRay, cache: GeometryCache, tMax: number): Hit | null {
  if (p.mode !== TRIANGLES && p.mode !== POINTS) return null;
  if (!p.instances) return pickPlaced(p, p.matrixEnu, ray, cache, tMax, null);
  let best: Hit | null = null;
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
): Hit | null {
  const inverse = invertAffine(matrixEnu);
  const o = transformPoint(inverse, ray.originEnu);
  const d = transformDirection(inverse, ray.directionEnu);
  const local: Ray = { ox: o[0], oy: o[1], oz: o[2], dx: d[0], dy: d[1], dz: d[2] };
  const geometry = cache.get(p);
  if (p.mode === POINTS) return pickPoints(geometry, local, matrixEnu, ray, tMax);
  const hit = pickTriangles(geometry, local, ray.near, tMax, p.culled);
  if (!hit) return null;
  const vertex = geometry.indices ? geometry.indices[hit.first]! : hit.first;
  const pointEnu = [0, 1, 2].map((k) => ray.originEnu[k]! + ray.directionEnu[k]! * hit.t) as Vec3;
  return {
    t: hit.t,
    offset: 0,
    covers: true,
    pointEnu,
    featureId: instanceFeature ?? geometry.featureIds?.[vertex] ?? null,
  };
}

function pickPoints(geometry: PickGeometry, local: Ray, matrixEnu: Mat4, ray: PickRay, tMax: number): Hit | null {
  const { positions, runs } = geometry;
  let best: (PointHit & { at: number }) | null = null;
  for (let run = 0; run < runs.length / 6; run++) {
    const limit: number = best?.covers ? best.t : tMax;
    if (!meetsRun(runs, run, local, limit, ray.reachSlope)) continue;
    const part = positions.subarray(3 * RUN * run, 3 * RUN * (run + 1));
    const hit = nearestPoint(local, part, ray.discSlope, ray.reachSlope, ray.near, limit);
    if (hit && isBetter(hit, best)) best = { ...hit, at: RUN * run + hit.index };
  }
  if (!best) return null;
  const i = 3 * best.at;
  const pointEnu = transformPoint(matrixEnu, [positions[i]!, positions[i + 1]!, positions[i + 2]!]);
  return { ...best, pointEnu, featureId: geometry.featureIds?.[best.at] ?? null };
}

/** The nearest triangle: its distance, and where its three vertices begin among the indices (or positions). */
function pickTriangles(geometry: PickGeometry, ray: Ray, tMin: number, tMax: number, skipBack: boolean) {
  const { positions, indices, runs } = geometry;
  const stride = 3 * RUN;
  let best: { t: number; first: number } | null = null;
  for (let run = 0; run < runs.length / 6; run++) {
    const limit: number = best?.t ?? tMax;
    if (!meetsRun(runs, run, ray, limit, 0)) continue;
    const from = run * stride;
    const part = indices ? indices.subarray(from, from + stride) : null;
    const vertices = indices ? positions : positions.subarray(3 * from, 3 * (from + stride));
    const hit = nearestTriangle(ray, vertices, part, tMin, limit, skipBack);
    if (hit) best = { t: hit.t, first: from + 3 * hit.triangle };
  }
  return best;
}

/** One row of {@link GpuPrimitive.instances} as a matrix. */
function instanceMatrix(rows: Float32Array, i: number): Mat4 {
  const r = rows.subarray(12 * i, 12 * i + 12);
  return [r[0]!, r[4]!, r[8]!, 0, r[1]!, r[5]!, r[9]!, 0, r[2]!, r[6]!, r[10]!, 0, r[3]!, r[7]!, r[11]!, 1];
}
