import {
  type Mat4,
  type Vec3,
  MERCATOR_TILE_PX,
  llaFromEcef,
  lonLatToMercatorPx,
  mercatorMetresPerPx,
  mercatorPxToLonLat,
  transformPoint,
  AXES,
  vec3Of,
} from '@overlook/shared/maths';
import type { PlanCorner } from './plan-canvas.ts';

/** West, south, east and north in pixels of zoom 0 (south is the larger y), and the heights in metres. */
export interface PlanBounds {
  west: number;
  north: number;
  east: number;
  south: number;
  lowest: number;
  highest: number;
}

/** Pixels of zoom 0 from the west and north edge of the world, and the height above the ellipsoid in metres. */
function worldPixel(pointEcef: Vec3): Vec3 {
  const { longitude, latitude, height } = llaFromEcef(pointEcef);
  const [x, y] = lonLatToMercatorPx(longitude, latitude);
  return [x, y, height];
}

export const noBounds = (): PlanBounds => ({
  west: Infinity,
  north: Infinity,
  east: -Infinity,
  south: -Infinity,
  lowest: Infinity,
  highest: -Infinity,
});

/** The zoom, position and size of a canvas that contains the bounds. */
export interface PlanFrame {
  /** Of the canvas, whose pixels are half as wide as those of the finest picture. */
  zoom: number;
  /** North-west corner in pixels of that zoom; even, as the sides are. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The finest canvas: pixels of 15 cm at the equator, half of what the minimap shows at its nearest on a fine screen. */
const FINEST_ZOOM = 20;
/** Five bytes a pixel: 400 MB. */
const MOST_PIXELS = 80_000_000;

/** The finest frame within the memory limit; null without positions, or if their bounds have no size on the map. */
export function frameOf({ west, north, east, south }: PlanBounds): PlanFrame | null {
  if (!(east >= west && south >= north) || ![west, north, east, south].every(Number.isFinite)) return null;
  for (let zoom = FINEST_ZOOM; zoom > 0; zoom--) {
    const scale = 2 ** zoom;
    const even = (value: number): number => 2 * Math.floor(value / 2);
    const [x, y] = [even(west * scale), even(north * scale)];
    const width = even(Math.ceil(east * scale) - x) + 2;
    const height = even(Math.ceil(south * scale) - y) + 2;
    if (width * height <= MOST_PIXELS) return { zoom, x, y, width, height };
  }
  return null;
}

/** Metres per pixel of the canvas. */
export function metresPerCanvasPixel({ zoom, y, height }: PlanFrame): number {
  const [, latitude] = mercatorPxToLonLat(0, (y + height / 2) / 2 ** zoom);
  return mercatorMetresPerPx(zoom, latitude);
}

/** West, south, east and north edge in degrees. */
export function boundsInDegrees({ west, south, east, north }: PlanBounds): [number, number, number, number] {
  const [left, bottom] = mercatorPxToLonLat(west, south);
  const [right, top] = mercatorPxToLonLat(east, north);
  return [left, bottom, right, top];
}

/** Within this distance the map is taken as flat around one point, with an error of at most some centimetres. */
const FLAT_WITHIN_M = 500;
/** Half the distance of the two points between which the slope of the map is measured. */
const STEP_M = 100;

/** Positions on the map: flat x, y in pixels of zoom 0 and height in metres. `positions` is flat xyz before `toEcef`. */
export function onMap(positions: ArrayLike<number>, toEcef: Mat4): Float64Array {
  const out = new Float64Array(positions.length);
  if (positions.length < 3) return out;
  const pointAt = (i: number): Vec3 => transformPoint(toEcef, [positions[i]!, positions[i + 1]!, positions[i + 2]!]);
  const base = pointAt(0);
  const flat = flatMap(base);
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const point = pointAt(i);
    const [dx, dy, dz] = [point[0] - base[0], point[1] - base[1], point[2] - base[2]];
    const isNear = dx * dx + dy * dy + dz * dz < FLAT_WITHIN_M * FLAT_WITHIN_M;
    out.set(isNear ? flat(dx, dy, dz) : worldPixel(point), i);
  }
  return out;
}

/** The map's tangent at a point: for an offset in ECEF metres the place on the map. */
function flatMap(base: Vec3): (dx: number, dy: number, dz: number) => Vec3 {
  const here = worldPixel(base);
  const [alongX, alongY, alongZ] = AXES.map((axis) => {
    const [before, after] = [-STEP_M, STEP_M].map((step) => {
      const point: Vec3 = [...base];
      point[axis] += step;
      return worldPixel(point);
    }) as [Vec3, Vec3];
    return vec3Of((i) => (after[i] - before[i]) / (2 * STEP_M));
  }) as [Vec3, Vec3, Vec3];
  const out: Vec3 = [0, 0, 0];
  return (dx, dy, dz) => {
    for (let i = 0; i < 3; i++) out[i] = here[i]! + alongX[i]! * dx + alongY[i]! * dy + alongZ[i]! * dz;
    return out;
  };
}

/** Grows the bounds by places of {@link onMap}; values that are not numbers are skipped. */
export function growBounds(bounds: PlanBounds, places: Float64Array): void {
  for (let i = 0; i < places.length; i += 3) {
    const [x, y, height] = [places[i]!, places[i + 1]!, places[i + 2]!];
    if (!(x >= 0 && x <= MERCATOR_TILE_PX && y >= 0 && y <= MERCATOR_TILE_PX && Number.isFinite(height))) continue;
    if (x < bounds.west) bounds.west = x;
    if (x > bounds.east) bounds.east = x;
    if (y < bounds.north) bounds.north = y;
    if (y > bounds.south) bounds.south = y;
    if (height < bounds.lowest) bounds.lowest = height;
    if (height > bounds.highest) bounds.highest = height;
  }
}

/** The place with this index, on the canvas. */
export function cornerAt(places: Float64Array, index: number, { zoom, x, y }: PlanFrame, out: PlanCorner): PlanCorner {
  const scale = 2 ** zoom;
  out.x = places[3 * index]! * scale - x;
  out.y = places[3 * index + 1]! * scale - y;
  out.height = places[3 * index + 2]!;
  return out;
}
