/** The shape of a photo's camera: a frustum with the picture on its far plane, or a sphere with the heading. */
import {
  type EnuFrame,
  type PhotoCamera,
  type Vec3,
  add,
  dot,
  photoRayOf,
  rightOf,
  scale,
  transformDirection,
  transformPoint,
} from '@overlook/shared/maths';
import type { OutlinedShape } from '../areas/outline-data.ts';
import type { StagePhoto } from './photo.ts';

/** Distance of the far plane from the camera where the model is not nearer, metres. */
export const FRUSTUM_M = 6;
const SPHERE_M = 1;
const SPHERE_SEGMENTS = 48;
/** Length of the heading line outside the sphere, as a share of its radius. */
const HEADING_SHARE = 1.6;

export interface FrustumShape {
  readonly lines: OutlinedShape;
  /** Corners of the picture in site ENU metres: upper left, upper right, lower left, lower right; null for none. */
  readonly cornersEnu: readonly [Vec3, Vec3, Vec3, Vec3] | null;
}

const LOOK = { color: '#ffffff', outline: 'solid', isSelected: false } as const;

/** Null where pose or lens of the photo are missing. `lengthM` is the distance of the far plane from the camera. */
export function frustumShape(photo: StagePhoto, frame: EnuFrame, lengthM: number): FrustumShape | null {
  const { lens, orientation, positionEcef } = photo;
  const position = transformPoint(frame.enuFromEcef, positionEcef);
  const turned = orientation && {
    direction: transformDirection(frame.enuFromEcef, orientation.direction),
    up: transformDirection(frame.enuFromEcef, orientation.up),
  };
  if (photo.kind === 'panosphere' || lens?.projection === 'equirectangular')
    return { lines: sphereLines(position, turned), cornersEnu: null };
  if (!lens || !turned) return null;
  const camera: PhotoCamera = { position, ...turned, lens };
  const corner = (x: number, y: number): Vec3 => {
    const ray = photoRayOf(camera, { x: x * lens.widthPx, y: y * lens.heightPx });
    return add(position, scale(ray, lengthM / dot(ray, camera.direction)));
  };
  const cornersEnu = [corner(0, 0), corner(1, 0), corner(0, 1), corner(1, 1)] as const;
  const edges = Uint32Array.of(0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 2, 4, 4, 3, 3, 1);
  return { lines: { area: LOOK, positions: Float64Array.from([position, ...cornersEnu].flat()), edges }, cornersEnu };
}

/** Three great circles of the sphere, and a line with an arrow along the heading. */
function sphereLines(position: Vec3, turned: { direction: Vec3; up: Vec3 } | null): OutlinedShape {
  const axes = turned ?? { direction: [0, 1, 0] as Vec3, up: [0, 0, 1] as Vec3 };
  const [ahead, up, right] = [axes.direction, axes.up, rightOf(axes)];
  const at = (a: Vec3, s: number, b: Vec3, t: number): Vec3 => add(position, add(scale(a, s), scale(b, t)));
  const points: Vec3[] = [];
  const edges: number[] = [];
  for (const [a, b] of [
    [ahead, right],
    [ahead, up],
    [right, up],
  ] as const) {
    const first = points.length;
    for (let i = 0; i < SPHERE_SEGMENTS; i++) {
      const turnRad = (2 * Math.PI * i) / SPHERE_SEGMENTS;
      points.push(at(a, SPHERE_M * Math.cos(turnRad), b, SPHERE_M * Math.sin(turnRad)));
      edges.push(first + i, first + ((i + 1) % SPHERE_SEGMENTS));
    }
  }
  if (turned) {
    const first = points.length;
    const [tip, barb, side] = [HEADING_SHARE * SPHERE_M, (HEADING_SHARE - 0.2) * SPHERE_M, 0.15 * SPHERE_M];
    points.push(position, at(ahead, tip, right, 0), at(ahead, barb, right, side), at(ahead, barb, right, -side));
    edges.push(first, first + 1, first + 1, first + 2, first + 1, first + 3);
  }
  return { area: LOOK, positions: Float64Array.from(points.flat()), edges: Uint32Array.from(edges) };
}
