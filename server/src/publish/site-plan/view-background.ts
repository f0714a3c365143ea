/** What is behind a model in the picture of a home view: sky and ground as on the stage, or its dark ground. */
import { type Vec3, add, cross, dot, normalize, scale } from '@overlook/shared/maths';
import type { PlanCanvas } from './plan-canvas.ts';
import type { ViewProjection } from './view-projection.ts';

type Rgb = readonly [red: number, green: number, blue: number];

const HORIZON: Rgb = [216, 224, 232];
const ZENITH: Rgb = [122, 162, 208];
const GROUND: Rgb = [190, 176, 150];
const DARK_TOP: Rgb = [23, 29, 37];
const DARK_BOTTOM: Rgb = [13, 17, 22];
/** Sine of the angle above the horizon at which the sky has the colour of the zenith, and below it the ground its own. */
const SKY_RISE = 0.6;
const HAZE_FALL = 0.12;

const mix = (a: Rgb, b: Rgb, share: number): Rgb => {
  const part = Math.min(1, Math.max(0, share));
  const channel = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * part;
  return [channel(0), channel(1), channel(2)];
};

/** Flat red, green, blue of a picture of this size; `upEcef` is the vertical. The camera does not roll. */
export function viewBackground(
  projection: ViewProjection,
  upEcef: Vec3,
  { width, height, isDark }: { width: number; height: number; isDark: boolean },
): Uint8Array {
  const out = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const color = isDark ? mix(DARK_TOP, DARK_BOTTOM, row / height) : outside(projection, upEcef, (row + 0.5) / height);
    for (let column = 0; column < width; column++) out.set(color, 3 * (row * width + column));
  }
  return out;
}

/** The colour at a share of the height of the picture, from its top. */
function outside({ pose, height, pixelsPerTangent }: ViewProjection, upEcef: Vec3, share: number): Rgb {
  const tangent = ((0.5 - share) * height) / pixelsPerTangent;
  const sine = dot(normalize(add(pose.direction, scale(pose.up, tangent))), upEcef);
  return sine >= 0 ? mix(HORIZON, ZENITH, sine / SKY_RISE) : mix(HORIZON, GROUND, -sine / HAZE_FALL);
}

/** Nearer than this there is no haze, and at this distance more it hides two thirds, metres. */
const HAZE_FROM_M = 200;
const HAZE_DEPTH_M = 900;

/** Draws haze over what is far, so that the end of a model melts into the horizon. */
export function addHaze(canvas: PlanCanvas): void {
  const { heights, colours } = canvas;
  for (let pixel = 0; pixel < heights.length; pixel++) {
    if (heights[pixel] === 0) continue;
    const beyondM = 1 / canvas.heightAt(pixel) - HAZE_FROM_M;
    if (!(beyondM > 0)) continue;
    const share = 1 - Math.exp(-beyondM / HAZE_DEPTH_M);
    for (let i = 0; i < 3; i++) colours[3 * pixel + i]! += (HORIZON[i]! - colours[3 * pixel + i]!) * share;
  }
}

/** Towards the light: from the left behind the camera, halfway up. */
export function viewLight({ pose }: ViewProjection, upEcef: Vec3): Vec3 {
  const right = normalize(cross(pose.direction, upEcef));
  const forward = cross(upEcef, right);
  return normalize(add(upEcef, add(scale(right, -0.5), scale(forward, -0.5))));
}
