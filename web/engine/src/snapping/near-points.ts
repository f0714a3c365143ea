import { type Vec3, invertAffine, transformPoint } from '@overlook/shared/maths';
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
  eachPointNear(side, centre, radiusOf, (pointEnu, spacing) => {
    found.push(pointEnu);
    spacingM = Math.max(spacingM, spacing);
    return found.length < SEEN_MOST;
  });
  const step = Math.max(1, found.length / POINTS_MOST);
  const count = Math.min(found.length, POINTS_MOST);
  return { points: Array.from({ length: count }, (_, i) => found[Math.trunc(i * step)]!), spacingM };
}

/** Calls `visit` with each drawn point of a ball (ENU metres) and the spacing of its tile, until that returns false. */
export function eachPointNear(
  side: DrawnSide,
  centre: Vec3,
  radiusOf: (spacingM: number) => number,
  visit: (pointEnu: Vec3, spacingM: number) => boolean,
): void {
  for (const item of side.items)
    for (const { primitives } of item.tile.gpu)
      for (const primitive of primitives) {
        const radiusM = radiusOf(primitive.spacing);
        if (primitive.mode !== POINTS || item.tile.volume.distanceTo(...centre) > radiusM) continue;
        if (!eachOfPrimitive({ side, item, primitive }, centre, radiusM, visit)) return;
      }
}

interface Cloud {
  readonly side: DrawnSide;
  readonly item: DrawnSide['items'][number];
  readonly primitive: GpuPrimitive;
}

/** False when `visit` has ended it. */
function eachOfPrimitive(
  { side, item, primitive }: Cloud,
  centre: Vec3,
  radiusM: number,
  visit: (pointEnu: Vec3, spacingM: number) => boolean,
): boolean {
  const geometry = side.geometries.get(primitive);
  if (!geometry) return true;
  const isDrawn = isDrawnOf(item, side.shown.section);
  const { hiddenClasses = null } = side.shown;
  const { matrixEnu } = metricFrame(primitive.matrixEnu);
  const [cx, cy, cz] = transformPoint(invertAffine(matrixEnu), centre);
  const { positions, runs, scan } = geometry;
  for (let run = 0; run < runs.length / 6; run++) {
    if (!isNearRun(runs, 6 * run, [cx, cy, cz], radiusM)) continue;
    for (let i = RUN * run; i < Math.min(positions.length / 3, RUN * (run + 1)); i++) {
      const [x, y, z] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
      if ((x - cx) ** 2 + (y - cy) ** 2 + (z - cz) ** 2 > radiusM * radiusM) continue;
      if (scan && hiddenClasses?.has(classOf(scan[i]!))) continue;
      const point = transformPoint(matrixEnu, [x, y, z]);
      if (isDrawn && !isDrawn(point)) continue;
      if (!visit(point, primitive.spacing)) return false;
    }
  }
  return true;
}

/** Whether the bounds of a run come within a distance of a place. */
function isNearRun(runs: Float32Array, at: number, place: Vec3, radiusM: number): boolean {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const outside = Math.max(runs[at + k]! - place[k]!, place[k]! - runs[at + 3 + k]!, 0);
    square += outside * outside;
  }
  return square <= radiusM * radiusM;
}
