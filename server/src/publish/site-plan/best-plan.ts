import type { SitePlan } from '@overlook/shared/schemas';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { LAYER_NAMES } from '../../storage/layers.ts';
import { ProcessEndedError, WorkFailedError } from '../../process/limited-process.ts';
import type { PlanContext, PlanMaker, PlanSource } from './make-plan.ts';

/** Faults of a layer, after which another layer is tried. */
const FAULTS = [ImportRefusedError, WorkFailedError, ProcessEndedError];

/** The plan of a site, and which of its layers it shows; `reason` says why there is none. */
export type BestPlan<Source> = { source: Source; plan: SitePlan } | { source: null; reason: string };

/**
 * Draws the best of a site's layers that can be drawn: textured, else shaded, points, CAD. Throws errors that are not faults of
 * the layers, such as a full disk or the signal's reason.
 */
export async function drawBestPlan<Source extends PlanSource>(
  sources: readonly Source[],
  makePlan: PlanMaker,
  context: PlanContext,
): Promise<BestPlan<Source>> {
  let reason = 'No layer has a surface that can be seen from above.';
  const rank = ({ folder }: Source): number => LAYER_NAMES.indexOf(folder.layer);
  for (const source of [...sources].sort((a, b) => rank(a) - rank(b)))
    try {
      const plan = await makePlan(source, context);
      if (plan) return { source, plan };
    } catch (error) {
      context.signal?.throwIfAborted();
      if (!FAULTS.some((Fault) => error instanceof Fault)) throw error;
      reason = (error as Error).message;
    }
  return { source: null, reason };
}
