import { distance, type Vec3 } from '@overlook/shared/maths';
import type { SectionBox, Stage } from '../../engine/index.ts';

/** Side of a new box as a share of the distance to it: it fills about a third of the view. */
const SHARE = 0.35;
/** Sides come in these steps, metres, and are at least {@link SIDE_LEAST} (the box of an export begins at 2.5 m). */
const SIDE_STEP = 0.5;
const SIDE_LEAST = 2.5;

/** A box round what the middle of the view shows; `fallbackEcef` (a point of the site) when that is sky. */
export function defaultBox(stage: Pick<Stage, 'pick' | 'pose' | 'size'>, fallbackEcef: Vec3): SectionBox {
  const { width, height } = stage.size();
  const centerEcef = stage.pick(width / 2, height / 2)?.pointEcef ?? fallbackEcef;
  const side = Math.round((distance(stage.pose().position, centerEcef) * SHARE) / SIDE_STEP) * SIDE_STEP;
  const length = Math.max(SIDE_LEAST, side);
  return { centerEcef, size: [length, length, length], headingRad: 0 };
}
