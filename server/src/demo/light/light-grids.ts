import { type Patch, type PatchExtent, extentOf } from '../geometry/patch.ts';
import type { PlantDescription } from '../plant/types.ts';

/**
 * Where baked light is kept: a grid of samples over every patch, two bytes each (share of the sun in view, share of
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
}

const FINEST_SPACING = 0.22;
const SPACING = 0.45;

/** The lit patches of a part, and of its coarse stand-in if it has one. */
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
  const layOut = (patch: Patch, thickness: number): PatchLight => {
    const extent = extentOf(patch);
    const isThin = thickness < 0.15;
    const smaller = Math.min(extent.lengthU, extent.lengthV);
    const spacing = coarseness * (isThin ? 2.5 : Math.min(SPACING, Math.max(FINEST_SPACING, smaller / 3)));
    const around = isThin ? 4 : 8;
    const turns = extent.angleU / (2 * Math.PI);
    const nu = Math.min(400, Math.max(1, Math.ceil(extent.lengthU / spacing), Math.ceil(turns * around)));
    const nv = Math.min(
      400,
      Math.max(1, Math.ceil(extent.lengthV / spacing), extent.angleV > 0 ? (isThin ? 3 : 5) : 1),
    );
    const offset = samples;
    samples += (nu + 1) * (nv + 1);
    return { patch, extent, nu, nv, offset, isThin };
  };
  const lights = plant.parts.map(({ patches, coarse, thickness }): PartLight => ({
    fine: patches.map((patch) => layOut(patch, thickness)),
    coarse: coarse ? coarse.map((patch) => layOut(patch, thickness)) : null,
  }));
  return { lights, samples };
}

/** Interpolated light at (u, v): writes [sun, open], each 0 to 1, to `out`. */
export function lightAt(light: PatchLight, baked: Uint8Array, u: number, v: number, out: Float64Array): void {
  const x = Math.min(light.nu - 1e-6, Math.max(0, u * light.nu));
  const y = Math.min(light.nv - 1e-6, Math.max(0, v * light.nv));
  const i = Math.floor(x);
  const j = Math.floor(y);
  const [fx, fy] = [x - i, y - j];
  const a = (light.offset + j * (light.nu + 1) + i) * 2;
  const c = a + (light.nu + 1) * 2;
  for (let k = 0; k < 2; k++) {
    const low = baked[a + k]! * (1 - fx) + baked[a + 2 + k]! * fx;
    const high = baked[c + k]! * (1 - fx) + baked[c + 2 + k]! * fx;
    out[k] = (low * (1 - fy) + high * fy) / 255;
  }
}
