import type { BakeQuality } from './light/bake.ts';
import type { PointSpacing } from './tiles/point-sampling.ts';
import { DEEPEST } from './tiles/detail.ts';

/** Everything that `scale` shrinks: 1 gives the full demo, small values give quick versions for tests. */
export interface Quality {
  readonly bake: BakeQuality;
  /** Stretches the spacing of light samples. */
  readonly lightCoarseness: number;
  readonly deepestLevel: number;
  /** Stretches the cells of meshes. */
  readonly meshCoarseness: number;
  /** Most ground texels along a tile's side; a multiple of 64. */
  readonly groundTexels: number;
  /** Cells along a shaded ground tile's side, as a power of two. */
  readonly shadedGroundPower: number;
  readonly points: PointSpacing;
  /** Cells of the fine shadow map along a side, and directions over the sky. */
  readonly shadowCells: number;
  readonly skyDirections: number;
  /** Share of a picture's side that is drawn; the picture is enlarged to its whole size. */
  readonly pictureShare: number;
}

/** `low`: surfaces and points as at `full`, but light, textures and pictures are coarse, which are made sooner. */
export type DemoDetail = 'full' | 'low';

/** Scale of light and textures at low detail. */
const LOW = 0.2;

/** @param scale over 0 to 1. Throws a RangeError outside that. */
export function qualityAt(scale: number, detail: DemoDetail = 'full'): Quality {
  const quality = allAt(scale);
  if (detail === 'full') return quality;
  const { bake, lightCoarseness, groundTexels, shadowCells, skyDirections } = allAt(Math.min(scale, LOW));
  return { ...quality, bake, lightCoarseness, groundTexels, shadowCells, skyDirections, pictureShare: 0.5 };
}

function allAt(scale: number): Quality {
  if (!(scale > 0 && scale <= 1)) throw new RangeError(`The demo's scale must lie over 0 and up to 1, not ${scale}.`);
  const root = Math.sqrt(scale);
  const steps = Math.round(Math.log2(1 / root));
  return {
    bake: { sunRays: scale < 0.5 ? 1 : 3, skyRays: Math.max(4, Math.round(10 * root)) },
    lightCoarseness: 1 / root,
    meshCoarseness: Math.min(4, 1 / root),
    deepestLevel: Math.max(4, DEEPEST - steps),
    groundTexels: Math.max(128, 512 >> steps),
    shadedGroundPower: Math.max(4, 6 - steps),
    points: { things: 0.115 / root, ground: 0.21 / root, outside: 0.6 / root },
    shadowCells: Math.max(512, 5632 >> steps),
    skyDirections: scale < 0.5 ? 12 : 48,
    pictureShare: 1,
  };
}
