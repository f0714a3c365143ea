import { newFloat64Vec3 } from '@overlook/shared/maths';
import { evaluate, newSample } from '../geometry/patch.ts';
import { PLAIN_SAND } from '../ground/ground-colour.ts';
import { lightAt, newLightSample } from '../light/light-grids.ts';
import { groundDisplay, groundSpot, newSpot } from '../light/scene-light.ts';
import { shade } from '../light/shade.ts';
import { surfaceDisplay } from '../light/surface-colour.ts';
import { GROUND, type ViewScene } from './view-scene.ts';
import type { VisibleTriangles } from './visible-triangles.ts';

/** Things fade into the haze over this distance, metres. */
const HAZE_METRES = 2500;
const HORIZON = [0.84, 0.87, 0.9] as const;
const ZENITH = [0.42, 0.6, 0.84] as const;
/** Display colour of the ground beyond the terrain, in full light. */
const OPEN_GROUND = new Float64Array(3);
shade(PLAIN_SAND, 0, 0, 1, 1, 1, OPEN_GROUND);

const at = newSample();
const light = newLightSample();
const met = newFloat64Vec3();
const ray = newFloat64Vec3();
const spot = newSpot();

/** Display colours of the surfaces that rays of one grid meet. */
export class PixelColour {
  readonly #scene: ViewScene;
  readonly #seen: VisibleTriangles;
  readonly #pixelsPerUnit: number;
  /** Place, right, up and ahead of the grid, three numbers each, in one kind of array for all pictures. */
  readonly #axes: Float64Array;

  /** @param pixelsPerUnit pixels of the picture to a unit of tangent in the middle of the grid. */
  constructor(scene: ViewScene, seen: VisibleTriangles, pixelsPerUnit: number) {
    this.#scene = scene;
    this.#seen = seen;
    this.#pixelsPerUnit = pixelsPerUnit;
    const { position, right, up, ahead } = seen.facing;
    this.#axes = Float64Array.of(...position, ...right, ...up, ...ahead);
  }

  /**
   * Adds `weight` times the display colour (0 to 1) along a ray to `out`.
   * @param triangle that it meets, or -1.
   * @param x, y tangents of the ray, right and up.
   */
  add(triangle: number, x: number, y: number, weight: number, out: Float64Array): void {
    const stretch = towards(this.#axes, x, y);
    let reach = Infinity;
    if (triangle >= 0) {
      this.#seen.meet(triangle, x, y, met);
      reach = Math.max(0, met[0]) * stretch;
      const surface = this.#seen.surfaceOf(triangle);
      if (surface === GROUND) this.#ground(reach);
      else this.#thing(surface, reach / this.#pixelsPerUnit);
    } else if (ray[2] < 0) {
      reach = Math.max(0, -this.#axes[2]! / ray[2]);
      colour.set(OPEN_GROUND);
    } else {
      const height = Math.sqrt(ray[2]);
      out[0]! += weight * (HORIZON[0] + (ZENITH[0] - HORIZON[0]) * height);
      out[1]! += weight * (HORIZON[1] + (ZENITH[1] - HORIZON[1]) * height);
      out[2]! += weight * (HORIZON[2] + (ZENITH[2] - HORIZON[2]) * height);
      return;
    }
    const haze = 1 - Math.exp(-reach / HAZE_METRES);
    out[0]! += weight * (colour[0] + (HORIZON[0] - colour[0]) * haze);
    out[1]! += weight * (colour[1] + (HORIZON[1] - colour[1]) * haze);
    out[2]! += weight * (colour[2] + (HORIZON[2] - colour[2]) * haze);
  }

  #ground(reach: number): void {
    const east = this.#axes[0]! + ray[0] * reach;
    const north = this.#axes[1]! + ray[1] * reach;
    groundSpot(this.#scene.lit, east, north, spot);
    groundDisplay(this.#scene.lit, east, north, spot, colour);
  }

  /** @param footprint metres that a pixel covers across the ray. */
  #thing(index: number, footprint: number): void {
    const surface = this.#scene.surfaces[index]!;
    const u = clamp(met[1]);
    const v = clamp(met[2]);
    evaluate(surface.light.patch, u, v, at);
    lightAt(surface.light, this.#scene.lit.baked, u, v, light);
    const facing = at[3] * ray[0] + at[4] * ray[1] + at[5] * ray[2];
    // The inside of an open shape is seen from behind.
    if (facing > 0) {
      at[3] = -at[3];
      at[4] = -at[4];
      at[5] = -at[5];
    }
    const { texel } = surface;
    const halvings = Math.floor(Math.log2(Math.max(1, footprint / texel / Math.max(0.2, Math.abs(facing)))));
    const swatch = surface.swatches[Math.min(halvings, surface.swatches.length - 1)]!;
    surfaceDisplay(surface, at, u, v, light, swatch, colour);
  }
}

const colour = newFloat64Vec3();

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Writes the unit vector of a ray to `ray`; gives how much longer it is than its part ahead. */
function towards(axes: Float64Array, x: number, y: number): number {
  const stretch = Math.sqrt(1 + x * x + y * y);
  ray[0] = (axes[9]! + x * axes[3]! + y * axes[6]!) / stretch;
  ray[1] = (axes[10]! + x * axes[4]! + y * axes[7]!) / stretch;
  ray[2] = (axes[11]! + x * axes[5]! + y * axes[8]!) / stretch;
  return stretch;
}
