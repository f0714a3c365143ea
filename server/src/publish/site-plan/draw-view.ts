/** Draws surfaces as a camera sees them: in perspective, the nearest at each pixel. */
import type { Vec3 } from '@overlook/shared/maths';
import { unpackPicture, pictureSize, type Picture } from '../formats/pictures.ts';
import { type ClippedVertex, clipTriangle } from './clip-triangle.ts';
import { MeshPaint } from './mesh-paint.ts';
import type { PlanCanvas, PlanCorner, PlanPaint } from './plan-canvas.ts';
import type { MeshSurface, PointSurface, Surface } from './surfaces.ts';
import { NEAREST_M, type ViewPoint, type ViewProjection } from './view-projection.ts';

/** Points are drawn this much wider than their mean distance; and at most this many pixels wide. */
const DOT_OVERLAP = 1.4;
const WIDEST_DOT = 12;
/** Brightness of a surface without light in its colours that faces away from the light. */
const AMBIENT = 0.6;
/** Longest side of a texture, pixels: more is not seen in a picture of this size. */
const TEXTURE_PX = 1024;

/** `light` is the direction to the light, in the frame of the camera. */
export async function drawInView(
  canvas: PlanCanvas,
  surface: Surface,
  projection: ViewProjection,
  light: ViewPoint,
): Promise<void> {
  const points = projection.toView(surface.positions, surface.toEcef);
  if (!isSeen(points, projection)) return;
  if (surface.kind === 'points') drawPoints(canvas, surface, points, projection);
  else await drawMesh(canvas, surface, points, { projection, light });
}

/** Whether a part of the vertices may be in the picture: those outside it are outside one and the same side. */
function isSeen(points: Float64Array, { width, height, pixelsPerTangent }: ViewProjection): boolean {
  const [tanX, tanY] = [width / 2 / pixelsPerTangent, height / 2 / pixelsPerTangent];
  let outsideAll = 0b11111;
  for (let i = 0; i + 2 < points.length && outsideAll !== 0; i += 3) {
    const [right, up, depth] = [points[i]!, points[i + 1]!, points[i + 2]!];
    const outside =
      (depth < NEAREST_M ? 1 : 0) |
      (right < -tanX * depth ? 2 : 0) |
      (right > tanX * depth ? 4 : 0) |
      (up < -tanY * depth ? 8 : 0) |
      (up > tanY * depth ? 16 : 0);
    outsideAll &= outside;
  }
  return outsideAll === 0;
}

function drawPoints(canvas: PlanCanvas, { colours }: PointSurface, points: Float64Array, projection: ViewProjection) {
  const spacing = spacingOf(points);
  const at = newCorner();
  for (let i = 0; 3 * i + 2 < points.length; i++) {
    const depth = points[3 * i + 2]!;
    if (!(depth >= NEAREST_M)) continue;
    projection.toCanvas(points[3 * i]!, points[3 * i + 1]!, depth, at);
    const side = Math.ceil((spacing * DOT_OVERLAP * projection.pixelsPerTangent) / depth) || 1;
    canvas.dot(at, Math.min(WIDEST_DOT, Math.max(2, side)), colours[3 * i]!, colours[3 * i + 1]!, colours[3 * i + 2]!);
  }
}

/** Mean distance of points, metres: as if they were spread over the two larger sides of their box. */
function spacingOf(points: Float64Array): number {
  const sides = [0, 1, 2].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = axis; i < points.length; i += 3) {
      least = Math.min(least, points[i]!);
      most = Math.max(most, points[i]!);
    }
    return most - least;
  });
  const [first, second] = sides.toSorted((a, b) => b - a);
  return Math.sqrt((first! * second! * 3) / points.length);
}

const newCorner = (): PlanCorner => ({ x: 0, y: 0, height: 0 });

interface Seen {
  readonly projection: ViewProjection;
  readonly light: ViewPoint;
}

async function drawMesh(canvas: PlanCanvas, surface: MeshSurface, points: Float64Array, { projection, light }: Seen) {
  const picture = surface.texture && (await smallPicture(surface.texture.image));
  const isLit = !picture && !surface.isUnlit;
  const paint = new PerspectivePaint(new MeshPaint(surface, picture));
  const on = [newCorner(), newCorner(), newCorner()] as const;
  const { corners } = surface;
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const [a, b, c] = [corners[i]!, corners[i + 1]!, corners[i + 2]!];
    const whole = [vertex(points, a, [1, 0, 0]), vertex(points, b, [0, 1, 0]), vertex(points, c, [0, 0, 1])] as const;
    const polygon = clipTriangle(whole, NEAREST_M);
    if (polygon.length < 3) continue;
    paint.mesh.begin(a, b, c, isLit ? brightnessOf(whole, light) : 1);
    for (let k = 1; k + 1 < polygon.length; k++) {
      const part = [polygon[0]!, polygon[k]!, polygon[k + 1]!] as const;
      part.forEach(({ right, up, depth }, n) => projection.toCanvas(right, up, depth, on[n]!));
      paint.begin(part);
      canvas.triangle(on[0], on[1], on[2], paint);
    }
  }
}

const vertex = (points: Float64Array, index: number, weights: Vec3): ClippedVertex => ({
  right: points[3 * index]!,
  up: points[3 * index + 1]!,
  depth: points[3 * index + 2]!,
  weights,
});

/** Of the side that is seen, whichever way the triangle is wound. */
function brightnessOf([a, b, c]: readonly [ClippedVertex, ClippedVertex, ClippedVertex], light: ViewPoint): number {
  const [ux, uy, uz] = [b.right - a.right, b.up - a.up, b.depth - a.depth];
  const [vx, vy, vz] = [c.right - a.right, c.up - a.up, c.depth - a.depth];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx] as const;
  const towardsEye = -(normal[0] * a.right + normal[1] * a.up + normal[2] * a.depth);
  const length = Math.hypot(...normal) * (towardsEye < 0 ? -1 : 1) || 1;
  const lambert = (normal[0] * light[0] + normal[1] * light[1] + normal[2] * light[2]) / length;
  return AMBIENT + (1 - AMBIENT) * Math.max(0, lambert);
}

async function smallPicture(image: Uint8Array): Promise<Picture | null> {
  const size = await pictureSize(image);
  return size && unpackPicture(image, Math.min(1, TEXTURE_PX / Math.max(size.width, size.height)));
}

/** Colours of a mesh in perspective: weights on the picture are divided by the depths, and belong to a part of a triangle. */
class PerspectivePaint implements PlanPaint {
  private part: readonly [ClippedVertex, ClippedVertex, ClippedVertex] | null = null;

  constructor(readonly mesh: MeshPaint) {}

  begin(part: readonly [ClippedVertex, ClippedVertex, ClippedVertex]): void {
    this.part = part;
  }

  colour(weightA: number, weightB: number, weightC: number, out: Uint8ClampedArray): boolean {
    const [a, b, c] = this.part!;
    const [onA, onB, onC] = [weightA / a.depth, weightB / b.depth, weightC / c.depth];
    const sum = onA + onB + onC;
    const mix = (corner: 0 | 1 | 2): number =>
      (onA * a.weights[corner] + onB * b.weights[corner] + onC * c.weights[corner]) / sum;
    return this.mesh.colour(mix(0), mix(1), mix(2), out);
  }
}
