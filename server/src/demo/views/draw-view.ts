import sharp from 'sharp';
import { type Vec3, cross, dot, normalize, subtract } from '@overlook/shared/maths';
import { extentOf } from '../geometry/patch.ts';
import { gridSize, pushTriangles } from '../geometry/tessellate.ts';
import { groundColour, PLAIN_SAND } from '../ground/ground-colour.ts';
import { Bvh } from '../light/bvh.ts';
import { shade } from '../light/shade.ts';
import { SUN } from '../light/sun.ts';
import type { EnuPose, PlantDescription, Rgb } from '../plant/types.ts';
import { drawTriangles, type Screen } from './draw-triangles.ts';

/** Half of the vertical field of view is that of the viewer: 60° in all. */
const TAN_HALF_FOV = Math.tan(Math.PI / 6);
const FINENESS = { tolerance: 0.02, longestEdge: 1000 };
/** Drawn larger by this and made smaller, which smooths edges. */
const OVERSAMPLED = 1.25;
/** Share of the surroundings that is open; it is not traced. */
const OPEN = 0.72;
/** Shadow rays start this far off the surface, metres. */
const LIFT = 0.05;
const SHADOW_REACH = 300;
/** Things fade into the haze over this distance, metres. */
const HAZE_METRES = 2500;
const HORIZON: Vec3 = [0.84, 0.87, 0.9];
const ZENITH: Vec3 = [0.42, 0.6, 0.84];

/** A plant as triangles, for drawing several views of it. */
interface Scene {
  readonly plant: PlantDescription;
  /** Nine numbers a triangle, ENU metres. */
  readonly corners: Float64Array;
  /** Index of the part of each triangle. */
  readonly parts: Uint32Array;
  readonly shadows: Bvh;
}

function sceneOf(plant: PlantDescription): Scene {
  const corners: number[] = [];
  const parts: number[] = [];
  for (const [index, part] of plant.parts.entries()) {
    if (part.layers === 'cad') continue;
    for (const patch of part.patches) {
      const [nu, nv] = gridSize(extentOf(patch), FINENESS);
      pushTriangles(patch, nu, nv, corners);
      while (parts.length < corners.length / 9) parts.push(index);
    }
  }
  return { plant, corners: Float64Array.from(corners), parts: Uint32Array.from(parts), shadows: new Bvh(corners) };
}

/** What is seen of a triangle from `eye`: its unit normal on that side. */
function normalOf({ corners }: Scene, triangle: number, ray: Vec3): Vec3 {
  const at = (k: number): Vec3 => [
    corners[9 * triangle + k]!,
    corners[9 * triangle + k + 1]!,
    corners[9 * triangle + k + 2]!,
  ];
  const a = at(0);
  const normal = normalize(cross(subtract(at(3), a), subtract(at(6), a)));
  return dot(normal, ray) > 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
}

const isSunny = ({ shadows }: Scene, point: Vec3, [nx, ny, nz]: Vec3): boolean =>
  shadows.blockedAt(
    point[0] + nx * LIFT,
    point[1] + ny * LIFT,
    point[2] + nz * LIFT,
    SUN[0],
    SUN[1],
    SUN[2],
    SHADOW_REACH,
  ) === Infinity;

const ground = new Float64Array(3);

/** Display colour (0 to 1) in the direction of a ray that meets `triangle` at `distance` metres, or nothing (-1). */
function colourAlong(scene: Scene, eye: Vec3, ray: Vec3, triangle: number, distance: number, out: Float64Array): void {
  const { plant } = scene;
  const reach = triangle >= 0 ? distance : ray[2] < 0 ? -eye[2] / ray[2] : Infinity;
  const point: Vec3 = [eye[0] + ray[0] * reach, eye[1] + ray[1] * reach, eye[2] + ray[2] * reach];
  if (reach === Infinity) {
    const height = Math.sqrt(Math.max(0, ray[2]));
    for (let i = 0; i < 3; i++) out[i] = HORIZON[i]! + (ZENITH[i]! - HORIZON[i]!) * height;
    return;
  }
  const normal: Vec3 = triangle >= 0 ? normalOf(scene, triangle, ray) : [0, 0, 1];
  let colour: Rgb = PLAIN_SAND;
  if (triangle >= 0) colour = plant.parts[scene.parts[triangle]!]!.colour;
  else if (Math.max(Math.abs(point[0]), Math.abs(point[1])) < plant.halfExtent) {
    groundColour(plant, point[0], point[1], ground);
    colour = [ground[0]!, ground[1]!, ground[2]!];
  }
  const sun = dot(normal, SUN) > 0 && isSunny(scene, point, normal) ? 1 : 0;
  shade(colour, normal[0], normal[1], normal[2], sun, OPEN, out);
  const haze = 1 - Math.exp(-reach / HAZE_METRES);
  for (let i = 0; i < 3; i++) out[i]! += (HORIZON[i]! - out[i]!) * haze;
}

function drawPixels(scene: Scene, { position, direction, up }: EnuPose, width: number, height: number): Buffer {
  const right = cross(direction, up);
  const screen: Screen = { width, height, focalPx: height / 2 / TAN_HALF_FOV };
  const seen = drawTriangles(scene.corners, { position, direction, up, right }, screen);
  const pixels = Buffer.alloc(width * height * 3);
  const out = new Float64Array(3);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const x = (column + 0.5 - width / 2) / screen.focalPx;
      const y = (height / 2 - row - 0.5) / screen.focalPx;
      const along: Vec3 = [0, 1, 2].map((i) => direction[i]! + x * right[i]! + y * up[i]!) as unknown as Vec3;
      const stretch = Math.hypot(1, x, y);
      const ray: Vec3 = [along[0] / stretch, along[1] / stretch, along[2] / stretch];
      const at = row * width + column;
      colourAlong(scene, position, ray, seen.triangles[at]!, seen.depths[at]! * stretch, out);
      for (let i = 0; i < 3; i++) pixels[3 * at + i] = Math.round(255 * Math.min(1, out[i]!));
    }
  }
  return pixels;
}

/**
 * Pictures of a plant from some poses, as JPEG, without WebGL: visible surfaces by depth buffer, light by the demo's own
 * shading with a traced shadow of the sun, ground as the plane z = 0. The same bytes on every run.
 */
export async function drawViews(
  plant: PlantDescription,
  poses: readonly EnuPose[],
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer[]> {
  if (poses.length === 0) return [];
  const scene = sceneOf(plant);
  const [drawnWidth, drawnHeight] = [width, height].map((side) => Math.round(side * OVERSAMPLED)) as [number, number];
  const pictures: Buffer[] = [];
  for (const pose of poses) {
    const pixels = drawPixels(scene, pose, drawnWidth, drawnHeight);
    const raw = { width: drawnWidth, height: drawnHeight, channels: 3 } as const;
    pictures.push(await sharp(pixels, { raw }).resize(width, height).jpeg({ quality: 90 }).toBuffer());
  }
  return pictures;
}
