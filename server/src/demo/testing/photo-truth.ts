import {
  add,
  cross,
  dot,
  length,
  normalize,
  type PhotoCamera,
  photoPixelOf,
  scale,
  subtract,
  type Vec3,
} from '@overlook/shared/maths';
import { evaluate, extentOf, newSample } from '../geometry/patch.ts';
import { gridSize, pushTriangles } from '../geometry/tessellate.ts';
import { Bvh } from '../light/bvh.ts';
import { random } from '../plant/random.ts';
import { type PlantDescription, isCaptured } from '../plant/types.ts';

/** A point on a surface of a plant, site ENU metres, and its outward unit normal. */
export interface SurfacePoint {
  readonly pointEnu: Vec3;
  readonly normal: Vec3;
}

/**
 * Whether a photo shows a point; `edge` where a few centimetres or pixels decide, so that two correct answers may
 * differ.
 */
export type PhotoVerdict = 'sees' | 'hidden' | 'outside' | 'edge';

/**
 * Each surface is chosen by its area, up to this many square metres; otherwise large surfaces would get nearly all
 * points.
 */
const AREA_MOST = 30;
/** Rods and wires are narrower than a pixel in most photos. */
const LEAST_THICKNESS = 0.1;

/** Random points on the captured surfaces of a plant; the same for the same seed. */
export function surfacePoints({ parts }: PlantDescription, count: number, seed: number): SurfacePoint[] {
  const patches = parts
    .filter(
      ({ layers, material, thickness }) => layers === 'all' && material !== 'foliage' && thickness > LEAST_THICKNESS,
    )
    .flatMap((part) => part.patches);
  let total = 0;
  const upTo = patches.map((patch) => (total += Math.min(AREA_MOST, extentOf(patch).area)));
  const next = random(seed);
  const at = newSample();
  const points: SurfacePoint[] = [];
  while (points.length < count) {
    const pick = next() * total;
    evaluate(patches[upTo.findIndex((sum) => sum >= pick)]!, next(), next(), at);
    if (at[2] < 0.05) continue;
    points.push({ pointEnu: [at[0], at[1], at[2]], normal: [at[3], at[4], at[5]] });
  }
  return points;
}

/** Largest error of the tessellated surfaces, metres. */
const FINENESS = { tolerance: 0.005, longestEdge: 1000 };
const LEAVES = { tolerance: 0.07, longestEdge: 1000 };
/**
 * A hit nearer to the point than the first distance may be the point's own surface; within the second distance it is
 * not certain that it hides the point.
 */
const MAY_HIDE_M = 0.02;
const HIDES_M = 0.08;
/**
 * A result counts when it is the same for rays around the point, up to this many pixels aside, and this many pixels
 * inside the picture.
 */
const ASIDE_PX = 0.75;
const BORDER_PX = 2;
const ASIDE = Array.from({ length: 24 }, (_, i): [number, number] => {
  const [turn, reach] = [(i * Math.PI) / 6, ASIDE_PX * (i < 12 ? 1 : 0.5)];
  return [reach * Math.cos(turn), reach * Math.sin(turn)];
});
/** Surfaces seen flatter than this (cosine) are edges: a pixel of them is longer than the margin. */
const LEAST_FACING = 0.1;

/**
 * Tells whether photos of a plant show points, by rays against its description. It shares the equations of the cameras
 * with the viewer, but no code with the drawing of the photos.
 */
export function photoTruth({ parts }: PlantDescription): (camera: PhotoCamera, point: SurfacePoint) => PhotoVerdict {
  const corners: number[] = [];
  for (const part of parts) {
    if (!isCaptured(part)) continue;
    for (const patch of part.patches) {
      const [nu, nv] = gridSize(extentOf(patch), part.material === 'foliage' ? LEAVES : FINENESS);
      pushTriangles(patch, nu, nv, corners);
    }
  }
  const bvh = new Bvh(corners);
  const isBlocked = (from: Vec3, to: Vec3, margin: number): boolean => {
    const way = subtract(to, from);
    const distance = length(way);
    const [x, y, z] = scale(way, 1 / distance);
    return bvh.blockedAt(...from, x, y, z, distance - margin) !== Infinity;
  };
  return (camera, { pointEnu, normal }) => {
    const inPicture = placeIn(camera, pointEnu);
    if (inPicture !== 'inside') return inPicture;
    const { position } = camera;
    const way = subtract(pointEnu, position);
    const distance = length(way);
    const pixelM = distance * radiansOfPixel(camera);
    const margin = marginM(camera, distance);
    const ahead = scale(way, 1 / distance);
    const right = normalize(cross(ahead, Math.abs(ahead[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
    const up = cross(right, ahead);
    if (Math.abs(dot(normal, ahead)) < LEAST_FACING) return 'edge';
    const around = ASIDE.map(([x, y]) => add(pointEnu, add(scale(right, x * pixelM), scale(up, y * pixelM))));
    const blocked = around.filter((place) => isBlocked(position, place, margin)).length;
    if (blocked === around.length) return isBlocked(position, pointEnu, margin) ? 'hidden' : 'edge';
    if (blocked > 0 || isBlocked(position, pointEnu, MAY_HIDE_M)) return 'edge';
    // Narrower things may fall between two pixels.
    return around.every((place) => isBlocked(position, place, -margin)) ? 'sees' : 'edge';
  };
}

/** A surface this much nearer than the point hides it for certain; a surface with less distance may hide it, metres. */
export const marginM = (camera: PhotoCamera, distanceM: number): number =>
  HIDES_M + 8 * distanceM * radiansOfPixel(camera);

/** Angle that a pixel covers in the middle of a picture. */
const radiansOfPixel = ({ lens }: PhotoCamera): number =>
  lens.projection === 'perspective'
    ? (2 * Math.tan((lens.hfovDeg * Math.PI) / 360)) / lens.widthPx
    : (2 * Math.PI) / lens.widthPx;

function placeIn(camera: PhotoCamera, point: Vec3): 'inside' | 'outside' | 'edge' {
  const { widthPx, heightPx, projection } = camera.lens;
  const pixel = photoPixelOf(camera, point);
  if (!pixel) return 'outside';
  if (projection === 'equirectangular') return 'inside';
  const inset = Math.min(pixel.x, widthPx - pixel.x, pixel.y, heightPx - pixel.y);
  return inset > BORDER_PX ? 'inside' : inset < -BORDER_PX ? 'outside' : 'edge';
}
