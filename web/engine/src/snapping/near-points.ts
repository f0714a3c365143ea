import { type Mat4, type Vec3, invertAffine, transformDirection, transformPoint } from '@overlook/shared/maths';
import { classOf } from '../content/points/scan-values.ts';
import { metricFrame } from '../picking/metric-frame.ts';
import { RUN } from '../picking/pick-geometry.ts';
import { isDrawnOf } from '../picking/pick-tiles.ts';
import type { GpuPrimitive } from '../render/gpu-content.ts';
import type { DrawnSide } from './near-triangles.ts';

/** More say nothing new about two planes; they are taken evenly. */
const POINTS_MOST = 400;
/** Places looked at: a ball with more is full of points much smaller than it. */
const SEEN_MOST = 40_000;

const POINTS = 0;

/** The drawn points in a ball, ENU metres, and the distance between points there, metres. */
export interface NearPoints {
  readonly points: readonly Vec3[];
  readonly spacingM: number;
}

/** The points within `radiusOf` the spacing of a tile around a place (ENU metres). */
export function pointsNear(side: DrawnSide, centre: Vec3, radiusOf: (spacingM: number) => number): NearPoints {
  const found: Vec3[] = [];
  let spacingM = 0;
  eachPointNear(
    side,
    centre,
    (spacing) => ({ radiusM: radiusOf(spacing), directionEnu: null, halfLengthM: 0 }),
    (pointEnu, spacing) => {
      spacingM = Math.max(spacingM, spacing);
      return found.push(pointEnu) < SEEN_MOST;
    },
  );
  const step = Math.max(1, found.length / POINTS_MOST);
  const count = Math.min(found.length, POINTS_MOST);
  return { points: Array.from({ length: count }, (_, i) => found[Math.trunc(i * step)]!), spacingM };
}

/** A ball around a place, or a cylinder with the place in its middle. */
interface Region {
  readonly radiusM: number;
  /** Axis of the cylinder, a unit vector; null for a ball. */
  readonly directionEnu: Vec3 | null;
  readonly halfLengthM: number;
}

type Visit = (pointEnu: Vec3, spacingM: number) => boolean;

/** Calls `visit` with each drawn point of a region around a place (ENU metres) and the spacing of its tile, until that returns false. */
export function eachPointNear(
  side: DrawnSide,
  centre: Vec3,
  regionOf: (spacingM: number) => Region,
  visit: Visit,
): void {
  for (const item of side.items)
    for (const { primitives } of item.tile.gpu)
      for (const primitive of primitives) {
        if (primitive.mode !== POINTS) continue;
        const region = regionOf(primitive.spacing);
        if (item.tile.volume.distanceTo(...centre) > Math.hypot(region.radiusM, region.halfLengthM)) continue;
        if (!eachOfPrimitive({ side, item, primitive }, centre, region, visit)) return;
      }
}

interface Cloud {
  readonly side: DrawnSide;
  readonly item: DrawnSide['items'][number];
  readonly primitive: GpuPrimitive;
}

/** False when `visit` has ended it. */
function eachOfPrimitive({ side, item, primitive }: Cloud, centre: Vec3, region: Region, visit: Visit): boolean {
  const geometry = side.geometries.get(primitive);
  if (!geometry) return true;
  const isDrawn = isDrawnOf(item, side.shown.section);
  const { hiddenClasses = null } = side.shown;
  const { matrixEnu } = metricFrame(primitive.matrixEnu);
  const local = localRegion(region, centre, invertAffine(matrixEnu));
  const { positions, runs, scan } = geometry;
  for (let run = 0; run < runs.length / 6; run++) {
    if (!isNearRun(runs, 6 * run, local)) continue;
    for (let i = RUN * run; i < Math.min(positions.length / 3, RUN * (run + 1)); i++) {
      const [x, y, z] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
      if (!isNear(x, y, z, local, 0)) continue;
      if (scan && hiddenClasses?.has(classOf(scan[i]!))) continue;
      const point = transformPoint(matrixEnu, [x, y, z]);
      if (isDrawn && !isDrawn(point)) continue;
      if (!visit(point, primitive.spacing)) return false;
    }
  }
  return true;
}

/** A region in the frame of a primitive; the axis of a ball has no length. */
interface LocalRegion {
  readonly centre: Vec3;
  readonly axis: Vec3;
  readonly radiusM: number;
  readonly halfLengthM: number;
}

const localRegion = ({ radiusM, directionEnu, halfLengthM }: Region, centre: Vec3, fromEnu: Mat4): LocalRegion => ({
  centre: transformPoint(fromEnu, centre),
  axis: directionEnu ? transformDirection(fromEnu, directionEnu) : [0, 0, 0],
  radiusM,
  halfLengthM,
});

/** Whether a place comes within `reachM` of a region. */
function isNear(x: number, y: number, z: number, { centre, axis, radiusM, halfLengthM }: LocalRegion, reachM: number) {
  const [dx, dy, dz] = [x - centre[0], y - centre[1], z - centre[2]];
  const along = dx * axis[0] + dy * axis[1] + dz * axis[2];
  if (Math.abs(along) > halfLengthM + reachM) return false;
  return dx * dx + dy * dy + dz * dz - along * along <= (radiusM + reachM) ** 2;
}

/** Whether the ball around the bounds of a run comes near a region. */
function isNearRun(runs: Float32Array, at: number, region: LocalRegion): boolean {
  const [x0, y0, z0, x1, y1, z1] = [
    runs[at]!,
    runs[at + 1]!,
    runs[at + 2]!,
    runs[at + 3]!,
    runs[at + 4]!,
    runs[at + 5]!,
  ];
  const reachM = Math.hypot(x1 - x0, y1 - y0, z1 - z0) / 2;
  return isNear((x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2, region, reachM);
}
