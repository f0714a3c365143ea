import type { z } from 'zod';
import { RIM_AREA_MOST_M2 } from '@overlook/shared/config';
import { enuFrame, llaFromEcef, polygonArea, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type { measureVolumeInputSchema, Volume } from '@overlook/shared/schemas';
import { isAtSite } from '@overlook/shared/mocs';
import { rimProblem } from '@overlook/shared/volumes';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { measureInThread } from '../../pointclouds/volumes/measure-in-thread.ts';
import { inExactClouds } from './exact-clouds.ts';

const REFUSALS = {
  fewPoints: CAPTURES_MESSAGES['captures.fewPointsInRim'],
  manyPoints: CAPTURES_MESSAGES['captures.manyPointsInRim'],
} as const;

/**
 * Measures the volume between the exact points of a capture in a rim and a base. Throws 400 for a rim that crosses itself, has no area or is
 * too large, 409 where there are too few points or too many, and what `inExactClouds` throws.
 */
export async function measureVolume(
  ctx: SignedInContext,
  { siteId, captureId, rim, base, stepM, heightErrorM }: z.output<typeof measureVolumeInputSchema>,
): Promise<Volume> {
  checkRim(rim);
  const captureIds = base.kind === 'capture' ? [captureId, base.captureId] : [captureId];
  const measured = await inExactClouds(ctx, siteId, captureIds, ([cloud, below]) =>
    measureInThread(
      {
        cloud: cloud!,
        base: base.kind === 'capture' ? { kind: 'cloud', cloud: below! } : base,
        rimEcef: rim,
        stepM,
        heightErrorM,
      },
      ctx.ended,
    ),
  );
  if (typeof measured === 'string') throw conflict(REFUSALS[measured]);
  return measured;
}

/** Throws 400 where nothing can be measured in a rim. */
function checkRim(rim: readonly Vec3[]): void {
  if (!rim.every((corner) => isAtSite(corner, null))) throw invalid(CAPTURES_MESSAGES['captures.rimElsewhere']);
  const { middleEcef, horizontal } = polygonArea(rim);
  const { enuFromEcef } = enuFrame(llaFromEcef(middleEcef));
  const problem = rimProblem(
    rim.map((corner) => {
      const [east, north] = transformPoint(enuFromEcef, corner);
      return [east, north];
    }),
  );
  if (problem?.rule === 'crossing') {
    const [first, second] = problem.edges;
    throw invalid(said(CAPTURES_MESSAGES, 'captures.rimCrosses', { first: first + 1, second: second + 1 }));
  }
  if (problem) throw invalid(CAPTURES_MESSAGES['captures.rimFlat']);
  if (horizontal > RIM_AREA_MOST_M2)
    throw invalid(said(CAPTURES_MESSAGES, 'captures.rimTooLarge', { most: RIM_AREA_MOST_M2 }));
}
