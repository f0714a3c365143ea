import { type Float64Vec3, newFloat64Vec3 } from '@overlook/shared/maths';
import { terrainHeight } from '../ground/terrain.ts';
import { evaluate, newSample, type SurfaceSample } from '../geometry/patch.ts';
import { type PatchLight, lightAt, newLightSample } from '../light/light-grids.ts';
import { type LitScene, groundDisplay, groundSpot, isLevel, newSpot } from '../light/scene-light.ts';
import { surfaceDisplay, surfaceOf } from '../light/surface-colour.ts';
import { swatch } from '../materials/swatches.ts';
import { hash01 } from '../plant/random.ts';
import { isCaptured } from '../plant/types.ts';
import { PointBuffer } from './point-buffer.ts';

/** Distance between points, metres: on things, on the plant's ground, and on the ground around it. */
export interface PointSpacing {
  readonly things: number;
  readonly ground: number;
  readonly outside: number;
}

/** A square of the site, ENU metres. */
export interface Square {
  readonly west: number;
  readonly south: number;
  readonly side: number;
}

/** Places as enclosed as this are invisible to a scanner. */
const LEAST_OPEN = 0.07;
const SWATCH_SIDE = 64;

const contains = (square: Square, x: number, y: number): boolean =>
  x >= square.west && x < square.west + square.side && y >= square.south && y < square.south + square.side;

/**
 * Points on every surface within a square, jittered on a grid over each surface so that they spread evenly; every
 * point lies on its surface exactly. The same surface gives the same points for every square.
 */
export function samplePoints(scene: LitScene, square: Square, spacing: PointSpacing): PointBuffer {
  const points = new PointBuffer();
  scene.plant.parts.forEach((part, index) => {
    if (isCaptured(part)) sampleThing(scene, index, square, spacing.things, points);
  });
  sampleGround(scene, square, spacing, points);
  return points;
}

function sampleThing(scene: LitScene, index: number, square: Square, spacing: number, points: PointBuffer): void {
  const part = scene.plant.parts[index]!;
  const at = newSample();
  const light = newLightSample();
  const colour = newFloat64Vec3();
  const texture = swatch(part.material, SWATCH_SIDE);
  for (const [k, patchLight] of scene.lights[index]!.fine.entries()) {
    const { patch, extent } = patchLight;
    if (!mayTouch(patchLight, square)) continue;
    const seed = (index * 64 + k) | 0;
    const count = extent.area / spacing ** 2;
    // A face that is too small for one point gets one with a probability.
    if (count < 1 && hash01(seed, 5) > count) continue;
    const stretch = extent.lengthU / Math.max(1e-6, extent.lengthV);
    const nu = Math.max(1, Math.round(Math.sqrt(count * stretch)));
    const nv = Math.max(1, Math.round(count / nu));
    const surface = surfaceOf(part, patchLight, index * 31 + k);
    for (let j = 0; j < nv; j++) {
      for (let i = 0; i < nu; i++) {
        const cell = j * nu + i;
        const u = (i + hash01(seed, 2 * cell + 101)) / nu;
        const v = (j + hash01(seed, 2 * cell + 102)) / nv;
        evaluate(patch, u, v, at);
        if (!contains(square, at[0], at[1]) || at[2] < 0) continue;
        lightAt(patchLight, scene.baked, u, v, light);
        if (light[1] < LEAST_OPEN) continue;
        surfaceDisplay(surface, at, u, v, light, texture, colour);
        push(points, at, colour);
      }
    }
  }
}

function push(points: PointBuffer, at: SurfaceSample, colour: Float64Vec3): void {
  points.push(at[0], at[1], at[2], byte(colour[0]), byte(colour[1]), byte(colour[2]));
}

const byte = (value: number): number => Math.round(255 * Math.min(1, value));

/** False when no point of the patch can lie in the square. */
export function mayTouch({ east, north, extent }: PatchLight, square: Square): boolean {
  const half = square.side / 2;
  const reach = half + extent.lengthU + extent.lengthV;
  return Math.abs(east - square.west - half) < reach && Math.abs(north - square.south - half) < reach;
}

function sampleGround(scene: LitScene, square: Square, spacing: PointSpacing, points: PointBuffer): void {
  const spot = newSpot();
  const colour = newFloat64Vec3();
  const at = newSample();
  const sow = (step: number, isWanted: (x: number, y: number) => boolean, salt: number) => {
    const n = Math.round(square.side / step);
    for (let j = 0; j < n; j++) {
      for (let i = 0; i < n; i++) {
        const key =
          ((Math.round(square.south / square.side) * 4096 + Math.round(square.west / square.side)) * 7919 + j * n + i) |
          0;
        const x = square.west + ((i + hash01(key, salt)) * square.side) / n;
        const y = square.south + ((j + hash01(key, salt + 1)) * square.side) / n;
        if (!isWanted(x, y)) continue;
        groundSpot(scene, x, y, spot);
        if (spot.open < LEAST_OPEN) continue;
        groundDisplay(scene, x, y, spot, colour);
        at[0] = x;
        at[1] = y;
        at[2] = terrainHeight(scene.plant, x, y);
        push(points, at, colour);
      }
    }
  };
  sow(spacing.ground, (x, y) => isLevel(scene.plant, x, y), 31);
  sow(spacing.outside, (x, y) => !isLevel(scene.plant, x, y), 41);
}
