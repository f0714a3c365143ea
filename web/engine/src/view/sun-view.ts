/**
 * What the map of shadows shows: a square across the sun's rays around the part of a plant that is on view.
 *
 * 1. What is drawn, up to some way from the camera, as an upright box.
 * 2. That box seen from the sun is a rectangle. The square around it has a side of a few sizes, and a place on a grid of its own
 *    texels: a camera that moves finds the same texels at the same places, so shadows do not crawl.
 * 3. The square stays as long as it holds what is on view and is not much too large for it.
 */
import { type Vec3, add, cross, dot, normalize, scale, subtract, AXES, type Float64Mat4 } from '@overlook/shared/maths';
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { CameraFrame, CameraView, RenderCamera } from './camera-frame.ts';
import { toleranceReach } from './view-rays.ts';

/** Upright, ENU metres. */
export interface EnuBox {
  readonly least: Vec3;
  readonly most: Vec3;
}

/** Unit vectors: right and up in the map, and towards the sun. */
interface SunAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly toSun: Vec3;
}

/** Metres along right and up of {@link SunAxes}, from the origin of the site. */
export interface SunSquare extends SunAxes {
  readonly middle: readonly [right: number, up: number];
  readonly sideM: number;
  readonly sideTexels: number;
}

/** A square with its depths: what a map is drawn and read with. */
export interface SunView {
  readonly camera: RenderCamera;
  readonly sideM: number;
  readonly sideTexels: number;
  /** Metres from a camera to the map, 0…1 across it and along the rays; written to `out`. */
  mapFrom(camera: Pick<RenderCamera, 'x' | 'y' | 'z'>, out: Float32Array): Float32Array;
}

/** Shadows are drawn this far from the camera at least, and farther from higher up, metres. */
const REACH_M = 110;
const REACH_PER_HEIGHT = 3.2;
/** Sides are powers of this, metres: a step is seen as softer or sharper shadows. */
const SIDE_STEP = 2 ** 0.5;
/** Of the extent, so that the camera can move before another square is needed. */
const ROOM = 1.15;
/** A square is kept while it is not larger than this many extents. */
const TOO_LARGE = 2.6;
/** Places of squares, of a side: a whole number of texels. */
const PLACES = 16;
const SMALLEST_M = 16;

/** The distance up to which a camera at `heightM` over the ground has shadows, metres. */
export const reachOf = (heightM: number): number => REACH_M + REACH_PER_HEIGHT * Math.max(0, heightM);

/** What of some boxes is within reach of a camera; null for nothing. */
export function regionOnView(boxes: readonly OrientedBox[], camera: CameraFrame): EnuBox | null {
  const { least, most } = camera.isOrtho ? prism(camera) : pyramid(camera, reachOf(heightOver(boxes, camera)));
  const from: Vec3 = [Infinity, Infinity, Infinity];
  const to: Vec3 = [-Infinity, -Infinity, -Infinity];
  for (const box of boxes) {
    const { middle, half } = uprightOf(box);
    const low = middle.map((value, i) => Math.max(least[i]!, value - half[i]!));
    const high = middle.map((value, i) => Math.min(most[i]!, value + half[i]!));
    if (low.some((value, i) => value > high[i]!)) continue;
    for (const i of [0, 1, 2] as const) {
      from[i] = Math.min(from[i], low[i]!);
      to[i] = Math.max(to[i], high[i]!);
    }
  }
  return from[0] > to[0] ? null : { least: from, most: to };
}

const uprightOf = ({ cx, cy, cz, axes }: OrientedBox) => ({
  middle: [cx, cy, cz] as const,
  half: AXES.map((i) => [0, 3, 6].reduce((sum, axis) => sum + Math.abs(axes[axis + i]!), 0)),
});

/** Height of a camera over the lowest box below it, or over the lowest of all beside the model; metres. */
function heightOver(boxes: readonly OrientedBox[], { x, y, z }: CameraFrame): number {
  let [below, lowest] = [Infinity, Infinity];
  for (const box of boxes) {
    const { middle, half } = uprightOf(box);
    const bottom = middle[2] - half[2]!;
    lowest = Math.min(lowest, bottom);
    if (Math.abs(x - middle[0]) <= half[0]! && Math.abs(y - middle[1]) <= half[1]!) below = Math.min(below, bottom);
  }
  return z - (below < Infinity ? below : lowest);
}

/** The upright box around what an orthographic view shows, before and behind the distance of a perspective view of its scale. */
function prism(camera: CameraFrame): EnuBox {
  const { x, y, z, direction, right, up, widthPx, heightPx, pixelsPerMetre } = camera;
  const middleM = toleranceReach(camera, 0);
  const reachM = reachOf(middleM);
  const [across, upward] = [widthPx / pixelsPerMetre / 2, heightPx / pixelsPerMetre / 2];
  const middle = add([x, y, z], scale(direction, middleM));
  const half = AXES.map(
    (i) => Math.abs(right[i]) * across + Math.abs(up[i]) * upward + Math.abs(direction[i]) * reachM,
  ) as Vec3;
  return { least: subtract(middle, half), most: add(middle, half) };
}

/** The upright box around what a camera sees up to a distance. */
function pyramid({ x, y, z, direction, right, up, widthPx, heightPx, fovYRad }: CameraFrame, reachM: number): EnuBox {
  const slope = Math.tan(fovYRad / 2);
  const [across, upward] = [(slope * widthPx) / heightPx, slope];
  const corners = [-1, 1].flatMap((a) => [-1, 1].map((b) => [a * across, b * upward] as const));
  const seen = corners.map(([a, b]) =>
    add([x, y, z], scale(add(add(direction, scale(right, a)), scale(up, b)), reachM)),
  );
  const all: Vec3[] = [[x, y, z], ...seen];
  const edge = (pick: (...values: number[]) => number): Vec3 => [
    pick(...all.map((point) => point[0])),
    pick(...all.map((point) => point[1])),
    pick(...all.map((point) => point[2])),
  ];
  return { least: edge(Math.min), most: edge(Math.max) };
}

/** The square for what is on view; the one before where that does as well, the very object. `toSun` is a unit vector. */
export function squareFor(region: EnuBox, toSun: Vec3, sideTexels: number, before: SunSquare | null): SunSquare {
  const axes = axesOf(toSun);
  const { least, most } = seenAlong(axes, region);
  const extent = Math.max(most[0] - least[0], most[1] - least[1], SMALLEST_M);
  if (before && before.toSun === toSun && before.sideTexels === sideTexels && before.sideM <= TOO_LARGE * extent) {
    const half = before.sideM / 2;
    const isHeld = [0, 1].every((i) => before.middle[i]! - half <= least[i]! && most[i]! <= before.middle[i]! + half);
    if (isHeld) return before;
  }
  const sideM = SIDE_STEP ** Math.ceil(Math.log(extent * ROOM) / Math.log(SIDE_STEP));
  const place = sideM / PLACES;
  const middle = [0, 1].map((i) => Math.round((least[i]! + most[i]!) / 2 / place) * place) as [number, number];
  return { ...axes, middle, sideM, sideTexels };
}

/** The view that selects the tiles that cast shadows on the square: an error of 1 px is as wide as a texel. */
export function castersView({ right, up, toSun, middle, sideM, sideTexels }: SunSquare): CameraView {
  const half = sideM / 2;
  const planes = new Float64Array(20);
  // The first is of the near plane: all is beyond it.
  planes[3] = 1;
  for (const [i, [axis, at]] of [[right, middle[0]] as const, [up, middle[1]] as const].entries()) {
    planes.set([...axis, half - at], 4 + 8 * i);
    planes.set([...scale(axis, -1), half + at], 8 + 8 * i);
  }
  const [x, y, z] = onSquare({ right, up, middle });
  const [dx, dy, dz] = scale(toSun, -1);
  return { x, y, z, dx, dy, dz, planes, pixelsPerMetre: sideTexels / sideM, isOrtho: true };
}

/** The view of a square with the depths of its casters and its region. `turn` are tangents by which the rays lean to the right and up. */
export function sunView(
  square: SunSquare,
  boxes: Iterable<OrientedBox>,
  region: EnuBox,
  turn: readonly [number, number],
): SunView {
  const { sideM, sideTexels } = square;
  const origin = onSquare(square);
  const axes = axesOf(normalize(add(square.toSun, add(scale(square.right, turn[0]), scale(square.up, turn[1])))));
  const { right, up, toSun } = axes;
  const depths = depthsOf(toSun, boxes, region);
  const length = Math.max(depths.nearest - depths.farthest, 1);
  // Depth 0 at the caster that is nearest to the sun, 1 at the farthest.
  const start = depths.nearest - dot(toSun, origin);
  const rows = [scale(right, 2 / sideM), scale(up, 2 / sideM), scale(toSun, -2 / length)];
  const clip = new Float64Array(16);
  for (const row of AXES) for (const k of AXES) clip[4 * k + row] = rows[row]![k];
  clip[14] = (2 * start) / length - 1;
  clip[15] = 1;
  const [x, y, z] = origin;
  const camera = { clipFromEnuAxes: clip as Float64Mat4, x, y, z, pixelsPerMetre: 1, isOrtho: true };
  return {
    camera,
    sideM,
    sideTexels,
    mapFrom: (from, out) => mapMatrix(clip, [from.x - x, from.y - y, from.z - z], out),
  };
}

/** From clip space of the map to 0…1, for points that count from elsewhere; multiplied in double, rounded once. */
function mapMatrix(clip: Float64Array, offset: Vec3, out: Float32Array): Float32Array {
  out.fill(0);
  for (let row = 0; row < 3; row++) {
    let moved = clip[12 + row]!;
    for (const k of AXES) {
      out[4 * k + row] = clip[4 * k + row]! / 2;
      moved += clip[4 * k + row]! * offset[k];
    }
    out[12 + row] = moved / 2 + 0.5;
  }
  out[15] = 1;
  return out;
}

function axesOf(toSun: Vec3): SunAxes {
  const right: Vec3 = Math.abs(toSun[2]) < 0.9999 ? normalize(cross([0, 0, 1], toSun)) : [1, 0, 0];
  return { right, up: cross(toSun, right), toSun };
}

const onSquare = ({ right, up, middle }: Pick<SunSquare, 'right' | 'up' | 'middle'>): Vec3 =>
  add(scale(right, middle[0]), scale(up, middle[1]));

/** Least and most of an upright box along two axes. */
function seenAlong({ right, up }: SunAxes, box: EnuBox): Record<'least' | 'most', [number, number]> {
  const middle = scale(add(box.least, box.most), 0.5);
  const half = AXES.map((i) => (box.most[i] - box.least[i]) / 2);
  const reach = (axis: Vec3) => half.reduce((sum, value, i) => sum + Math.abs(axis[i]!) * value, 0);
  const [a, b] = [dot(right, middle), dot(up, middle)];
  const [da, db] = [reach(right), reach(up)];
  return { least: [a - da, b - db], most: [a + da, b + db] };
}

/** How far along the direction to the sun the casters and the region reach, metres. */
function depthsOf(toSun: Vec3, boxes: Iterable<OrientedBox>, { least, most }: EnuBox) {
  let nearest = -Infinity;
  let farthest = Infinity;
  const take = (middle: number, reach: number) => {
    nearest = Math.max(nearest, middle + reach);
    farthest = Math.min(farthest, middle - reach);
  };
  for (const { cx, cy, cz, axes } of boxes) {
    let reach = 0;
    for (let k = 0; k < 9; k += 3)
      reach += Math.abs(toSun[0] * axes[k]! + toSun[1] * axes[k + 1]! + toSun[2] * axes[k + 2]!);
    take(dot(toSun, [cx, cy, cz]), reach);
  }
  const half = AXES.reduce<number>((sum, i) => sum + (Math.abs(toSun[i]) * (most[i] - least[i])) / 2, 0);
  take(dot(toSun, scale(add(least, most), 0.5)), half);
  return { nearest, farthest };
}
