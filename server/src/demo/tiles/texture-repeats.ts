import type { PatchLight } from '../light/light-grids.ts';
import { MATERIALS } from '../materials/swatches.ts';
import { hash01 } from '../plant/random.ts';
import type { MaterialId, Part } from '../plant/types.ts';
import { ONCE, type Repeats } from './surface-grid.ts';

/** Drawn once over each face, whatever its size. */
const FITTED: readonly MaterialId[] = ['glass'];

/** Whole repeats along what is longer than a period; a random piece of the swatch on a shorter side. */
export function repeatsOf(part: Part, { extent }: PatchLight, seed: number): Repeats {
  if (part.label || FITTED.includes(part.material)) return ONCE;
  const { periodU, periodV } = MATERIALS[part.material];
  const along = (length: number, period: number, salt: number) => {
    const count = Math.max(1, Math.round(length / period));
    const span = Math.min(1, Math.max(0.02, length / period));
    return { count, span: count > 1 ? 1 : span, start: count > 1 ? 0 : hash01(seed, salt) * (1 - span) };
  };
  const u = along(extent.lengthU, periodU, 1);
  const v = along(extent.lengthV, periodV, 2);
  return { blocksU: u.count, blocksV: v.count, spanU: u.span, spanV: v.span, startU: u.start, startV: v.start };
}
