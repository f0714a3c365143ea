import { type Vec3, cross, normalize } from '@overlook/shared/maths';
import { evaluate, newSample, type SurfaceSample } from '../geometry/patch.ts';
import { hash01 } from '../plant/random.ts';
import type { Occluder } from './occluders.ts';
import type { PatchLight } from './light-grids.ts';
import { SUN, SUN_RADIUS } from './sun.ts';

/** Rays per sample: towards the sun's disc, and over the hemisphere. */
export interface BakeQuality {
  readonly sunRays: number;
  readonly skyRays: number;
}

/** Farther things do not darken a sample, metres. */
const REACH = 9;
const SUN_REACH = 400;
/** Lifts rays off the chords of the surface they start from, metres. */
const LIFT = 0.035;

const across = normalize(cross(SUN, [0, 0, 1]));
const above = cross(across, SUN);
const TAU = 2 * Math.PI;

/** Traces the light of one patch into `baked` (two bytes a sample). Depends on the patch's offset only, not on order. */
export function bakePatch(light: PatchLight, occluder: Occluder, quality: BakeQuality, baked: Uint8Array): void {
  const at = newSample();
  const { nu, nv } = light;
  const isLoop = light.extent.angleU > 6.28;
  for (let j = 0; j <= nv; j++) {
    for (let i = 0; i <= nu; i++) {
      const k = light.offset + j * (nu + 1) + i;
      if (isLoop && i === nu) {
        baked.copyWithin(2 * k, 2 * (k - nu), 2 * (k - nu) + 2);
        continue;
      }
      // Border samples are moved inside, away from adjacent patches.
      const sunRays = light.isThin ? 1 : quality.sunRays;
      let lit = 0;
      for (let s = 0; s < sunRays; s++) {
        const [ju, jv] = [hash01(k, 2 * s + 11) - 0.5, hash01(k, 2 * s + 12) - 0.5];
        const u = isLoop ? (i + 0.8 * ju) / nu : inside((i + 0.8 * ju) / nu, nu);
        evaluate(light.patch, u, inside((j + 0.8 * jv) / nv, nv), at);
        lit += seesSun(occluder, at, k, s);
      }
      evaluate(light.patch, isLoop ? i / nu : inside(i / nu, nu), inside(j / nv, nv), at);
      baked[2 * k] = Math.round((255 * lit) / sunRays);
      baked[2 * k + 1] = Math.round(
        255 * openness(occluder, at, k, light.isThin ? Math.ceil(quality.skyRays / 2) : quality.skyRays),
      );
    }
  }
}

const inside = (t: number, n: number): number => Math.min(1 - 0.12 / n, Math.max(0.12 / n, t));

function seesSun(occluder: Occluder, at: SurfaceSample, k: number, s: number): number {
  const facing = at[3] * SUN[0] + at[4] * SUN[1] + at[5] * SUN[2];
  if (facing <= 0) return 0;
  const r = SUN_RADIUS * Math.sqrt(hash01(k, s + 101));
  const a = TAU * hash01(k, s + 151);
  const [x, y] = [r * Math.cos(a), r * Math.sin(a)];
  const d: Vec3 = normalize([
    SUN[0] + across[0] * x + above[0] * y,
    SUN[1] + across[1] * x + above[1] * y,
    SUN[2] + across[2] * x + above[2] * y,
  ]);
  // Grazing rays stay near a chord for long, so they start higher.
  const lift = LIFT * (1 + 2 * (1 - facing));
  const blocked = occluder.blockedAt(
    at[0] + at[3] * lift,
    at[1] + at[4] * lift,
    at[2] + at[5] * lift,
    d[0],
    d[1],
    d[2],
    SUN_REACH,
  );
  return blocked === Infinity ? 1 : 0;
}

/** Share of cosine-weighted rays that are not blocked; near hits darken more than far ones. */
function openness(occluder: Occluder, at: SurfaceSample, k: number, rays: number): number {
  const n: Vec3 = [at[3], at[4], at[5]];
  const t = normalize(cross(n, Math.abs(n[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const b = cross(n, t);
  const turn = hash01(k, 7);
  let open = 0;
  for (let s = 0; s < rays; s++) {
    const r = Math.sqrt((s + hash01(k, s + 201)) / rays);
    const a = TAU * (turn + s * 0.618034);
    const [x, y, z] = [r * Math.cos(a), r * Math.sin(a), Math.sqrt(1 - r * r)];
    const dx = t[0] * x + b[0] * y + n[0] * z;
    const dy = t[1] * x + b[1] * y + n[1] * z;
    const dz = t[2] * x + b[2] * y + n[2] * z;
    const [ox, oy, oz] = [at[0] + n[0] * LIFT, at[1] + n[1] * LIFT, at[2] + n[2] * LIFT];
    const hit = occluder.blockedAt(ox, oy, oz, dx, dy, dz, REACH);
    open += hit === Infinity ? 1 : 0.75 * Math.min(1, hit / REACH);
  }
  return open / rays;
}
