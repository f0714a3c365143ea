import { type Vec3, dot } from '@overlook/shared/maths';

export interface Screen {
  readonly width: number;
  readonly height: number;
  /** Pixels per unit of tangent. */
  readonly focalPx: number;
}

export interface Camera {
  readonly position: Vec3;
  readonly direction: Vec3;
  readonly up: Vec3;
  readonly right: Vec3;
}

/** What each pixel shows, row by row from the top. */
export interface Seen {
  /** Index of the nearest triangle; -1 where there is none. */
  readonly triangles: Int32Array;
  /** Its depth along the viewing direction, metres. */
  readonly depths: Float32Array;
}

/** Triangles with a corner nearer than this are left out, metres. */
const NEAR = 0.3;

/** The nearest triangle at each pixel's centre. @param corners nine numbers a triangle, in the frame of the camera. */
export function drawTriangles(corners: Float64Array, camera: Camera, screen: Screen): Seen {
  const { width, height } = screen;
  const seen: Seen = {
    triangles: new Int32Array(width * height).fill(-1),
    depths: new Float32Array(width * height).fill(Infinity),
  };
  const view = new Float64Array(9);
  for (let triangle = 0; triangle < corners.length / 9; triangle++)
    if (project(corners, 9 * triangle, camera, screen, view)) fill(view, triangle, screen, seen);
  return seen;
}

/** Writes x, y in pixels and 1 / depth of the three corners; false for a triangle that reaches behind the camera. */
function project(
  corners: Float64Array,
  from: number,
  { position, direction, up, right }: Camera,
  { width, height, focalPx }: Screen,
  view: Float64Array,
): boolean {
  for (let k = 0; k < 9; k += 3) {
    const to: Vec3 = [
      corners[from + k]! - position[0],
      corners[from + k + 1]! - position[1],
      corners[from + k + 2]! - position[2],
    ];
    const depth = dot(to, direction);
    if (depth < NEAR) return false;
    view[k] = width / 2 + (focalPx * dot(to, right)) / depth;
    view[k + 1] = height / 2 - (focalPx * dot(to, up)) / depth;
    view[k + 2] = 1 / depth;
  }
  return true;
}

/** Fills a projected triangle; 1 / depth is linear on the screen. */
function fill(view: Float64Array, triangle: number, { width, height }: Screen, { triangles, depths }: Seen): void {
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = view as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0) return;
  const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const last = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  for (let row = top; row <= bottom; row++) {
    const y = row + 0.5;
    for (let column = left; column <= last; column++) {
      const x = column + 0.5;
      const b = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area;
      const c = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area;
      if (b < 0 || c < 0 || b + c > 1) continue;
      const depth = 1 / (az + b * (bz - az) + c * (cz - az));
      const at = row * width + column;
      if (depth >= depths[at]!) continue;
      depths[at] = depth;
      triangles[at] = triangle;
    }
  }
}
