/** Ray intersection with areas, on the CPU: exact, immediate, and without another rendering pass. */
import type { EnuFrame, Vec3 } from '@overlook/shared/maths';
import type { RingCorner } from '@overlook/shared/mocs';
import { type EnuSection, isShown } from '../geometry/half-spaces.ts';
import { type PlacedArea, directionInArea, pointInArea } from './placed-areas.ts';

export interface AreaHit {
  readonly area: PlacedArea['area'];
  readonly pointEnu: Vec3;
  /** Metres from the origin of the ray. */
  readonly distance: number;
}

export interface AreaRay {
  readonly frame: EnuFrame;
  readonly originEnu: Vec3;
  /** Unit vector. */
  readonly directionEnu: Vec3;
  /** Nearer parts than this, metres, are not drawn. */
  readonly near: number;
  readonly section: EnuSection | null;
}

/** The nearest side or cap of an area that a ray meets within the section volume; null for none. */
export function pickArea(areas: readonly PlacedArea[], ray: AreaRay): AreaHit | null {
  let nearest: AreaHit | null = null;
  for (const placed of areas) {
    if (!isNear(placed, ray)) continue;
    for (const distance of crossings(placed, ray)) {
      if (distance < ray.near || (nearest && distance >= nearest.distance)) continue;
      const pointEnu = along(ray.originEnu, ray.directionEnu, distance);
      if (ray.section && !isShown(ray.section, ...pointEnu)) continue;
      nearest = { area: placed.area, pointEnu, distance };
    }
  }
  return nearest;
}

/** Whether a point of the area's own frame is in its volume. */
export function isInside({ prism }: PlacedArea, [x, y, z]: Vec3): boolean {
  return z > prism.bottom && z < prism.top && isInRing(prism.ring, x, y);
}

function isNear({ middle, radius }: PlacedArea, { originEnu: o, directionEnu: d }: AreaRay): boolean {
  const [x, y, z] = [middle[0] - o[0], middle[1] - o[1], middle[2] - o[2]];
  const at = x * d[0] + y * d[1] + z * d[2];
  return at > -radius && x * x + y * y + z * z - at * at <= radius * radius;
}

/** Unsorted distances along the ray to all surfaces that it intersects. */
function crossings(placed: PlacedArea, ray: AreaRay): number[] {
  const { prism, area } = placed;
  const { ring, bottom, top } = prism;
  const o = pointInArea(placed, ray.frame, ray.originEnu);
  const d = directionInArea(placed, ray.frame, ray.directionEnu);
  const found: number[] = [];
  for (const height of area.isCapped ? [bottom, top] : [bottom]) {
    const t = (height - o[2]) / d[2];
    if (Number.isFinite(t) && isInRing(ring, o[0] + d[0] * t, o[1] + d[1] * t)) found.push(t);
  }
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    const [ex, ey] = [bx - ax, by - ay];
    const across = d[0] * ey - d[1] * ex;
    if (across === 0) return;
    const [x, y] = [ax - o[0], ay - o[1]];
    const t = (x * ey - y * ex) / across;
    const share = (x * d[1] - y * d[0]) / across;
    const height = o[2] + d[2] * t;
    if (share >= 0 && share < 1 && height >= bottom && height <= top) found.push(t);
  });
  return found;
}

function isInRing(ring: readonly RingCorner[], x: number, y: number): boolean {
  let isIn = false;
  ring.forEach(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isIn = !isIn;
  });
  return isIn;
}

const along = (origin: Vec3, direction: Vec3, t: number): Vec3 => [
  origin[0] + direction[0] * t,
  origin[1] + direction[1] * t,
  origin[2] + direction[2] * t,
];
