import { type PhotoCamera, type Vec3, cross, scale } from '@overlook/shared/maths';

/** A flat grid of rays from one place: a whole photo, or one side of the cube round a panosphere. Site ENU. */
export interface Facing {
  readonly position: Vec3;
  readonly right: Vec3;
  readonly up: Vec3;
  readonly ahead: Vec3;
  /** Rays along a row and a column; they pass through the middles of the cells. */
  readonly columns: number;
  readonly rows: number;
  /** Cells per unit of tangent. */
  readonly focal: number;
}

/** The grid of a perspective photo with `finer` times as many rays each way as it has pixels. */
export function facingOf(camera: PhotoCamera, finer: number): Facing {
  const { position, direction, up, lens } = camera;
  if (lens.projection !== 'perspective') throw new TypeError('A sphere has six sides.');
  const tangent = Math.tan((lens.hfovDeg * Math.PI) / 360);
  return {
    position,
    right: cross(direction, up),
    up,
    ahead: direction,
    columns: lens.widthPx * finer,
    rows: lens.heightPx * finer,
    focal: (lens.widthPx * finer) / 2 / tangent,
  };
}

/** Sides extend this far beyond a right angle, as a tangent, so that pixels at an edge have their rays on one side. */
const HALF = 1.02;

/** The six grids round a sphere, as fine as the pixels of its middle row. The order is that of `sideAt`. */
export function sidesOf({ position, direction, up, lens }: PhotoCamera, finer: number): Facing[] {
  const right = cross(direction, up);
  const cells = Math.ceil((lens.widthPx / Math.PI) * HALF) * finer;
  const side = (ahead: Vec3, above: Vec3): Facing => ({
    position,
    right: cross(ahead, above),
    up: above,
    ahead,
    columns: cells,
    rows: cells,
    focal: cells / 2 / HALF,
  });
  const [back, left, down] = [scale(direction, -1), scale(right, -1), scale(up, -1)];
  return [side(direction, up), side(back, up), side(right, up), side(left, up), side(up, back), side(down, direction)];
}

/** The side that a ray passes through; right, up and ahead are its parts along the camera's axes. */
export function sideAt(right: number, up: number, ahead: number): number {
  const x = Math.abs(right);
  const y = Math.abs(up);
  const z = Math.abs(ahead);
  if (z >= x && z >= y) return ahead > 0 ? 0 : 1;
  if (x >= y) return right > 0 ? 2 : 3;
  return up > 0 ? 4 : 5;
}

/** The cell through which the ray with these tangents passes. */
export function cellOf({ columns, rows, focal }: Facing, x: number, y: number): number {
  const column = Math.floor(columns / 2 + x * focal);
  const row = Math.floor(rows / 2 - y * focal);
  return Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column));
}
