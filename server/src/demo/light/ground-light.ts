import { SUN } from './sun.ts';

/**
 * Light on the level ground. For one direction of light, the shadow on the plane z = 0 is the projection of all
 * surfaces along that direction, so shadows are drawn and not traced. The shadow of the sun is a map with the height of
 * the caster (for the soft edge); counts over many directions of the sky give the ambient light.
 */
export interface GroundMap {
  /** Square, centred on the origin: half its side in metres, and cells along a side. */
  readonly half: number;
  readonly cells: number;
  readonly data: Uint8Array;
}

/** Heights of casters are counted in steps of this, metres. */
export const HEIGHT_STEP = 0.3;

/** Draws the sun's shadow: per cell, the height of the highest caster in steps of 0.3 m, 0 where the sun shines. */
export function drawSunShadow(triangles: ArrayLike<number>, map: GroundMap): void {
  drawShadow(triangles, map, SUN, (cell, height) => {
    const value = Math.min(255, 1 + Math.round(height / HEIGHT_STEP));
    if (value > map.data[cell]!) map.data[cell] = value;
  });
}

/**
 * Directions `first` to `last` of a set of `total` spread over the sky by cosine; counts, per cell, those blocked.
 * Count arrays of disjoint ranges add up.
 */
export function countBlockedSky(
  triangles: ArrayLike<number>,
  map: GroundMap,
  first: number,
  last: number,
  total: number,
): void {
  const seen = new Uint8Array(map.data.length);
  for (let s = first; s < last; s++) {
    // Not lower than 15 degrees: farther things count little, and their shadows would cover the whole map.
    const r = Math.sqrt(((s + 0.5) / total) * 0.93);
    const a = s * 2.399963;
    seen.fill(0);
    drawShadow(triangles, map, [r * Math.cos(a), r * Math.sin(a), Math.sqrt(1 - r * r)], (cell) => (seen[cell] = 1));
    for (let i = 0; i < seen.length; i++) map.data[i]! += seen[i]!;
  }
}

function drawShadow(
  triangles: ArrayLike<number>,
  map: GroundMap,
  towards: readonly number[],
  mark: (cell: number, height: number) => void,
): void {
  const perMetre = map.cells / (2 * map.half);
  const [sx, sy] = [towards[0]! / towards[2]!, towards[1]! / towards[2]!];
  const p = new Float64Array(9);
  for (let t = 0; t < triangles.length; t += 9) {
    for (let k = 0; k < 9; k += 3) {
      const z = triangles[t + k + 2]!;
      p[k] = (triangles[t + k]! - sx * z + map.half) * perMetre;
      p[k + 1] = (triangles[t + k + 1]! - sy * z + map.half) * perMetre;
      p[k + 2] = z;
    }
    fill(p, map.cells, mark);
  }
}

/** Marks the cells whose centres lie in the triangle, and those along the longest edge of one too thin to hold any. */
function fill(p: Float64Array, cells: number, mark: (cell: number, height: number) => void): void {
  const x0 = p[0]!;
  const y0 = p[1]!;
  const x1 = p[3]!;
  const y1 = p[4]!;
  const x2 = p[6]!;
  const y2 = p[7]!;
  const height = (p[2]! + p[5]! + p[8]!) / 3;
  if (height <= 0) return;
  const left = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5));
  const right = Math.min(cells - 1, Math.floor(Math.max(x0, x1, x2) - 0.5));
  const bottom = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5));
  const top = Math.min(cells - 1, Math.floor(Math.max(y0, y1, y2) - 0.5));
  const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
  if (area === 0) return;
  const r = 1 / area;
  for (let y = bottom; y <= top; y++) {
    const cy = y + 0.5;
    for (let x = left; x <= right; x++) {
      const cx = x + 0.5;
      const w1 = ((cx - x0) * (y2 - y0) - (x2 - x0) * (cy - y0)) * r;
      const w2 = ((x1 - x0) * (cy - y0) - (cx - x0) * (y1 - y0)) * r;
      if (w1 >= 0 && w2 >= 0 && w1 + w2 <= 1) mark(y * cells + x, p[2]! + (p[5]! - p[2]!) * w1 + (p[8]! - p[2]!) * w2);
    }
  }
}

/** Share of the sky seen from a ground point: bilinear over a map of blocked directions out of `total`. */
export function openSkyOnGround(map: GroundMap, total: number, east: number, north: number): number {
  const k = map.cells / (2 * map.half);
  const x = (east + map.half) * k - 0.5;
  const y = (north + map.half) * k - 0.5;
  const i = Math.floor(x);
  const j = Math.floor(y);
  if (i < 0 || j < 0 || i >= map.cells - 1 || j >= map.cells - 1) return 1;
  const fx = x - i;
  const fy = y - j;
  const a = j * map.cells + i;
  const low = map.data[a]! * (1 - fx) + map.data[a + 1]! * fx;
  const high = map.data[a + map.cells]! * (1 - fx) + map.data[a + map.cells + 1]! * fx;
  return 1 - (low * (1 - fy) + high * fy) / total;
}
