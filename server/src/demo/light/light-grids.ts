import { type Patch, type PatchExtent, evaluate, extentOf, newSample } from '../geometry/patch.ts';
import type { Part, PlantDescription } from '../plant/types.ts';

/**
 * The baked light: a grid of samples over every patch, two bytes each (share of the sun in view, share of
 * the surroundings in view), all in one buffer that every worker shares.
 */
export interface PatchLight {
  readonly patch: Patch;
  readonly extent: PatchExtent;
  /** Cells along u and v; there is one sample more each way. */
  readonly nu: number;
  readonly nv: number;
  /** Of the first sample, in samples. */
  readonly offset: number;
  readonly isThin: boolean;
  /** Somewhere in the middle, ENU metres. */
  readonly east: number;
  readonly north: number;
}

const FINEST_SPACING = 0.22;
const SPACING = 0.45;

/** The lit patches of a part, and of its coarse replacement if it has one. */
export interface PartLight {
  readonly fine: readonly PatchLight[];
  readonly coarse: readonly PatchLight[] | null;
}

/** Lays out the grids of all patches, part by part; `coarseness` stretches the spacing (1 = full quality). */
export function layOutLight(
  plant: PlantDescription,
  coarseness: number,
): { lights: readonly PartLight[]; samples: number } {
  let samples = 0;
  const middle = newSample();
  const layOut = (patch: Patch, part: Part): PatchLight => {
    const extent = extentOf(patch);
    const isThin = part.thickness < 0.15;
    const cells = (length: number, turns: number) => {
      if (part.layers === 'cad') return 1;
      const widest = part.material === 'foliage' ? 0.9 : SPACING;
      const spacing = coarseness * (isThin ? 2.5 : Math.min(widest, Math.max(FINEST_SPACING, length / 3)));
      return Math.min(400, Math.max(1, Math.ceil(length / spacing), Math.ceil(turns * (isThin ? 4 : 8))));
    };
    const nu = cells(extent.lengthU, extent.angleU / (2 * Math.PI));
    const nv = cells(extent.lengthV, extent.angleV / (2 * Math.PI));
    const offset = samples;
    samples += (nu + 1) * (nv + 1);
    evaluate(patch, 0.5, 0.5, middle);
    return { patch, extent, nu, nv, offset, isThin, east: middle[0], north: middle[1] };
  };
  const lights = plant.parts.map((part): PartLight => ({
    fine: part.patches.map((patch) => layOut(patch, part)),
    coarse: part.coarse ? part.coarse.map((patch) => layOut(patch, part)) : null,
  }));
  return { lights, samples };
}

/** Shares of the sun's disc and of the surroundings in view, each 0 to 1. */
export type LightSample = Float64Array<ArrayBuffer> & Record<0 | 1, number>;
export const newLightSample = (): LightSample => new Float64Array(2) as LightSample;

/** Writes the interpolated light at (u, v) to `out`. */
export function lightAt(light: PatchLight, baked: Uint8Array, u: number, v: number, out: LightSample): void {
  const x = Math.min(light.nu - 1e-6, Math.max(0, u * light.nu));
  const y = Math.min(light.nv - 1e-6, Math.max(0, v * light.nv));
  const i = Math.floor(x);
  const j = Math.floor(y);
  const fx = x - i;
  const fy = y - j;
  const a = (light.offset + j * (light.nu + 1) + i) * 2;
  const c = a + (light.nu + 1) * 2;
  for (let k = 0; k < 2; k++) {
    const low = baked[a + k]! * (1 - fx) + baked[a + 2 + k]! * fx;
    const high = baked[c + k]! * (1 - fx) + baked[c + 2 + k]! * fx;
    out[k] = (low * (1 - fy) + high * fy) / 255;
  }
}

/** How much the light changes over a patch, 0 (even) to 1: where it is even, a coarse mesh is sufficient. */
export function lightContrast(light: PatchLight, baked: Uint8Array): number {
  const low = [255, 255];
  const high = [0, 0];
  const last = light.offset + (light.nu + 1) * (light.nv + 1);
  for (let k = light.offset; k < last; k++) {
    for (let c = 0; c < 2; c++) {
      const value = baked[2 * k + c]!;
      if (value < low[c]!) low[c] = value;
      if (value > high[c]!) high[c] = value;
    }
  }
  return Math.max(high[0]! - low[0]!, high[1]! - low[1]!) / 255;
}
