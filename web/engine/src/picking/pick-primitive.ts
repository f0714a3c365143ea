/** A ray against one primitive of a tile, in the primitive's own local frame. */
import {
  type Mat4,
  type Vec3,
  invertAffine,
  multiply,
  transformDirection,
  transformPoint,
  vec3Of,
} from '@overlook/shared/maths';
import { NO_FEATURE } from '../content/content.ts';
import { classOf } from '../content/points/scan-values.ts';
import type { FinerPoints } from '../render/point-shader.ts';
import type { GpuPrimitive } from '../render/gpu-content.ts';
import { type DiscLimits, discSlope, pointWidths } from '../render/point-shader.ts';
import type { Geometries } from './geometry-cache.ts';
import { type PickGeometry, RUN } from './pick-geometry.ts';
import { metricFrame } from './metric-frame.ts';
import { type Discs, type PointHit, type Ray, isBetter, hitsRun, nearestPoint, nearestTriangle } from './ray.ts';

/** WebGL primitive modes. */
const POINTS = 0;
const TRIANGLES = 4;

export interface PickRay {
  originEnu: Vec3;
  /** Unit. */
  directionEnu: Vec3;
  /** Distance along the ray to the near plane, metres. */
  near: number;
  discs: DiscLimits;
  /** Slopes: the radius in which a pick near a point or near its disc still counts; the larger one is used. */
  reachSlope: number;
  gapSlope: number;
}

/** The part of a primitive that a ray may hit. */
export interface PickLimits {
  /** Metres along the ray between which surfaces count, and points. */
  from: number;
  to: number;
  pointsFrom: number;
  pointsTo: number;
  /** Backs of faces are drawn too, regardless of the material. */
  withBacks: boolean;
  /** Whether a point (ENU) is drawn at all; null when all are. */
  isDrawn: ((pointEnu: Vec3) => boolean) | null;
  /** Whether surfaces of a feature count (null: without an id); null when all do. */
  isPickable: ((featureId: number | null) => boolean) | null;
  /** Classes of points that are not drawn; null when all are. */
  hiddenClasses: ReadonlySet<number> | null;
  /** As of the tile (render/draw-item.ts). */
  finer: FinerPoints | null;
}

export interface Hit {
  t: number;
  /** Metres along the ray to the drawn surface: for a point its curved disc. */
  front: number;
  /** 0 for triangles. */
  offset: number;
  covers: boolean;
  isPoint: boolean;
  /** The back of a face that is filled where the section opens the solid (render/tile-shader.ts). */
  isInside: boolean;
  /** Radius of the disc of a point, metres; 0 for surfaces. */
  discMetres: number;
  /** Metres between the points where one was hit, 0 for surfaces. */
  spacing: number;
  pointEnu: Vec3;
  featureId: number | null;
}

/** The nearest hit within the limits, or null, also when the geometry has not arrived yet. Lines are not picked. */
export function pickPrimitive(p: GpuPrimitive, ray: PickRay, limits: PickLimits, cache: Geometries): Hit | null {
  if (p.mode === POINTS) return pickPoints(p, ray, limits, cache);
  if (p.mode !== TRIANGLES) return null;
  if (!p.instances) return pickSurface(p, p.matrixEnu, ray, limits, cache, null);
  let best: Hit | null = null;
  for (let i = 0; i < p.instanceCount; i++) {
    const matrix = multiply(p.matrixEnu, instanceMatrix(p.instances, i));
    const nearer: PickLimits = best ? { ...limits, to: best.t } : limits;
    best = pickSurface(p, matrix, ray, nearer, cache, p.instanceFeatureIds?.[i] ?? null) ?? best;
  }
  return best;
}

/** Surfaces that are not drawn somewhere are skipped there, and what is drawn behind is picked. */
function pickSurface(
  p: GpuPrimitive,
  matrixEnu: Mat4,
  ray: PickRay,
  { from, to, withBacks, isDrawn, isPickable }: PickLimits,
  cache: Geometries,
  instanceFeature: number | null,
): Hit | null {
  const geometry = cache.get(p);
  if (!geometry) return null;
  const local = localRay(matrixEnu, ray);
  let start = from;
  for (;;) {
    const hit = nearestOfRuns(geometry, local, start, to, p.culled && !withBacks);
    if (!hit) return null;
    const pointEnu = vec3Of((k) => ray.originEnu[k] + ray.directionEnu[k] * hit.t);
    const vertex = geometry.indices ? geometry.indices[hit.first]! : hit.first;
    const featureId = featureOf(instanceFeature ?? geometry.featureIds?.[vertex]);
    if ((isDrawn && !isDrawn(pointEnu)) || (isPickable && !isPickable(featureId))) {
      start = beyond(hit.t);
      continue;
    }
    const { t } = hit;
    const isInside = hit.isBack && p.culled && !p.texture;
    const surface = { offset: 0, covers: true, isPoint: false, discMetres: 0, spacing: 0 };
    return { ...surface, t, front: t, isInside, pointEnu, featureId };
  }
}

/** An id of a vertex or an instance as that of a feature; null without one. */
export const featureOf = (id: number | null | undefined): number | null => (id === NO_FEATURE ? null : (id ?? null));

/** The next distance at which a hit is another one: a tenth of a millimetre at 10 km, and never zero. */
const beyond = (t: number): number => t + Math.max(1e-6, t * 1e-8);

function pickPoints(p: GpuPrimitive, ray: PickRay, limits: PickLimits, cache: Geometries): Hit | null {
  const geometry = cache.get(p);
  if (!geometry) return null;
  const { positions, runs, scan } = geometry;
  const { pointsFrom, pointsTo, isDrawn, hiddenClasses } = limits;
  const discs = discsOf(p, limits.finer, ray);
  const { matrixEnu } = metricFrame(p.matrixEnu);
  const local = localRay(matrixEnu, ray);
  const hidden = scan && hiddenClasses;
  const isDrawnAt = (x: number, y: number, z: number, at: number) =>
    !(hidden && hidden.has(classOf(scan[at]!))) && !(isDrawn && !isDrawn(transformPoint(matrixEnu, [x, y, z])));
  const isAnyHidden = hidden !== null || isDrawn !== null;
  let best: (PointHit & { at: number }) | null = null;
  for (let run = 0; run < runs.length / 6; run++) {
    const limit: number = best?.covers ? best.front : pointsTo;
    if (!hitsRun(runs, run, local, limit, discs.most)) continue;
    const part = positions.subarray(3 * RUN * run, 3 * RUN * (run + 1));
    const test = isAnyHidden
      ? (x: number, y: number, z: number, index: number) => isDrawnAt(x, y, z, RUN * run + index)
      : null;
    const hit = nearestPoint(local, part, discs, pointsFrom, limit, test);
    if (hit && isBetter(hit, best)) best = { ...hit, at: RUN * run + hit.index };
  }
  if (!best) return null;
  const { t, front, offset, covers, at } = best;
  const pointEnu = transformPoint(matrixEnu, [positions[3 * at]!, positions[3 * at + 1]!, positions[3 * at + 2]!]);
  const featureId = featureOf(geometry.featureIds?.[at]);
  const discMetres = discs.slopeAt(t) * t;
  const { spacing } = p;
  return { t, front, offset, covers, isPoint: true, isInside: false, discMetres, spacing, pointEnu, featureId };
}

/** The discs of a primitive as they are drawn, and the gaps between them that the renderer closes. */
function discsOf({ spacing }: GpuPrimitive, finer: FinerPoints | null, ray: PickRay): Discs {
  const widths = pointWidths(spacing, finer);
  const besideSlope = (slope: number) => Math.max(ray.reachSlope, slope + ray.gapSlope);
  return {
    slopeAt: (distance) => discSlope(widths, ray.discs, distance),
    besideSlope,
    most: besideSlope(ray.discs.most),
  };
}

function localRay(matrixEnu: Mat4, ray: PickRay): Ray {
  const inverse = invertAffine(matrixEnu);
  const o = transformPoint(inverse, ray.originEnu);
  const d = transformDirection(inverse, ray.directionEnu);
  return { ox: o[0], oy: o[1], oz: o[2], dx: d[0], dy: d[1], dz: d[2] };
}

/** The nearest triangle: its distance, and where its three vertices begin among the indices (or positions). */
function nearestOfRuns(geometry: PickGeometry, ray: Ray, tMin: number, tMax: number, skipBack: boolean) {
  const { positions, indices, runs } = geometry;
  const stride = 3 * RUN;
  let best: { t: number; first: number; isBack: boolean } | null = null;
  for (let run = 0; run < runs.length / 6; run++) {
    const limit: number = best?.t ?? tMax;
    if (!hitsRun(runs, run, ray, limit, 0)) continue;
    const from = run * stride;
    const part = indices ? indices.subarray(from, from + stride) : null;
    const vertices = indices ? positions : positions.subarray(3 * from, 3 * (from + stride));
    const hit = nearestTriangle(ray, vertices, part, tMin, limit, skipBack);
    if (hit) best = { t: hit.t, first: from + 3 * hit.triangle, isBack: hit.isBack };
  }
  return best;
}

/** One row of {@link GpuPrimitive.instances} as a matrix. */
export function instanceMatrix(rows: Float32Array, i: number): Mat4 {
  const r = rows.subarray(12 * i, 12 * i + 12);
  return [r[0]!, r[4]!, r[8]!, 0, r[1]!, r[5]!, r[9]!, 0, r[2]!, r[6]!, r[10]!, 0, r[3]!, r[7]!, r[11]!, 1];
}
