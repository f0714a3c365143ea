/** What a pick on a point cloud may snap to: the plane of the points around it, and the edge of two planes. */
import type { SnapKind } from '@overlook/shared/config';
import { type Vec3, add, distance, dot, scale, subtract } from '@overlook/shared/maths';
import { pixelsPerMetreAt } from '../view/camera-frame.ts';
import type { SnapCandidate } from './candidates.ts';
import { pointsNear } from './near-points.ts';
import type { DrawnSide } from './near-triangles.ts';
import type { ScreenAround } from './screen-around.ts';
import { type FittedPlane, lineOfPlanes, offM, twoPlanes } from './two-planes.ts';

/** The ball around the hit: so many CSS pixels, or times the distance between points. */
const RADIUS_PX = 30;
const RADIUS_SPACINGS = 6;
/** The nearest place of an edge is looked for on so many CSS pixels of it, to either side. */
const ALONG_PX = 40;
/** Likely error of a place on fitted planes: residuals, and at least this, metres. */
const ERROR_RESIDUALS = 2;
const ERROR_LEAST_M = 0.002;

export function pointCandidates(
  side: DrawnSide,
  around: ScreenAround,
  hitM: number,
  kinds: readonly SnapKind[],
): SnapCandidate[] {
  const { originEnu, directionEnu } = around.ray;
  const hit = add(originEnu, scale(directionEnu, hitM));
  const metreOfPx = 1 / pixelsPerMetreAt(around.camera, hitM);
  const { points } = pointsNear(side, hit, (spacingM) => Math.max(RADIUS_PX * metreOfPx, RADIUS_SPACINGS * spacingM));
  const [first, second] = twoPlanes(points);
  const found: SnapCandidate[] = [];
  const offer = (kind: SnapKind, pointEnu: Vec3, planes: readonly FittedPlane[], key: string) => {
    const errorMetres = Math.max(ERROR_LEAST_M, ...planes.map(({ residualM }) => ERROR_RESIDUALS * residualM));
    found.push({ kind, pointEnu, px: around.pxOf(pointEnu), key, featureId: null, errorMetres, isOnSurface: false });
  };
  const edge = first && second && kinds.includes('planeEdge') ? edgePlace(first, second, hit, around, metreOfPx) : null;
  if (edge) offer('planeEdge', edge, [first!, second!], 'planeEdge');
  for (const plane of kinds.includes('plane') ? [first, second] : []) {
    if (!plane || !plane.points.some((point) => distance(point, hit) < ALONG_PX * metreOfPx)) continue;
    const foot = footOnPlane(plane, around);
    const isHere = foot && distance(foot, hit) < ALONG_PX * metreOfPx;
    if (isHere && plane.points.some((point) => distance(point, foot) < ALONG_PX * metreOfPx))
      offer('plane', foot, [plane], `plane ${plane === first ? 1 : 2}`);
  }
  return found;
}

/** Where the ray of the pointer meets a plane; null where it runs along it. */
function footOnPlane({ point, normal }: FittedPlane, { ray }: ScreenAround): Vec3 | null {
  const slope = dot(ray.directionEnu, normal);
  if (Math.abs(slope) < 0.02) return null;
  return add(ray.originEnu, scale(ray.directionEnu, dot(subtract(point, ray.originEnu), normal) / slope));
}

/** The place of the edge nearest to the pointer, if points of both planes come near it. */
function edgePlace(
  one: FittedPlane,
  other: FittedPlane,
  hit: Vec3,
  around: ScreenAround,
  metreOfPx: number,
): Vec3 | null {
  const line = lineOfPlanes(one, other, hit);
  if (!line) return null;
  const reachM = ALONG_PX * metreOfPx;
  const screen = new Float64Array(6);
  const [from, to] = [-reachM, reachM].map((by) => add(line.point, scale(line.direction, by))) as [Vec3, Vec3];
  around.write(...from, screen, 0);
  around.write(...to, screen, 3);
  const place = around.nearestOnLine(screen, 0, 3);
  if (!place) return null;
  const pointEnu = add(from, scale(subtract(to, from), place.share));
  const comesNear = ({ points }: FittedPlane, beyond: FittedPlane) =>
    points.some((point) => distance(point, pointEnu) < reachM && offM(beyond, point) < reachM);
  return comesNear(one, other) && comesNear(other, one) ? pointEnu : null;
}
