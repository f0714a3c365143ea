import { siteQuality } from '@overlook/shared/config';
import { type Lla, llaFromEcef, poseOfCamera } from '@overlook/shared/maths';
import type { Model, Site } from '@overlook/shared/schemas';
import { bestPlan } from './best-plan.ts';
import type { StageSite } from '@overlook/engine';

/** The ground point of a site; where it has none, the place of its home camera; null when it has neither. */
function originOf(site: Site): Lla | null {
  const { origin, homeBookmark } = site.data.meta;
  if (origin) return origin;
  return homeBookmark && { ...llaFromEcef(poseOfCamera(homeBookmark).position), height: 0 };
}

/** A site in the form of the viewer, or null when its position is not known. `models` are those the user may view. */
export function siteToStage(site: Site, models: readonly Model[]): StageSite | null {
  const origin = originOf(site);
  if (!origin) return null;
  const { homeBookmark } = site.data.meta;
  return {
    origin,
    homePose: homeBookmark && poseOfCamera(homeBookmark),
    plan: bestPlan(models),
    layers: models.map(({ modeltypeId, filepath }) => ({ modeltypeId, url: filepath })),
    quality: siteQuality({
      slugs: [site.slug, ...(site.formerSlugs ?? [])],
      isLegacy: site.modelSettings === 1,
      own: site.data.screenSpaceError,
    }),
  };
}
