import type { SitePin } from '@overlook/shared/schemas';
import { modelGroups, models } from '@overlook/db/schema';
import { eq } from 'drizzle-orm';
import type { SignedInContext } from '../../context.ts';
import { listSites } from './list-sites.ts';

/** Positions of the caller's sites on the globe; a site without a known position has no pin. */
export async function listPins(ctx: SignedInContext): Promise<{ pins: SitePin[] }> {
  const [{ sites }, groups] = await Promise.all([
    listSites({ ...ctx, reader: ctx.caller }),
    ctx.db
      .selectDistinct({ siteId: modelGroups.siteId })
      .from(modelGroups)
      .innerJoin(models, eq(models.modelgroupId, modelGroups.id)),
  ]);
  const withModel = new Set(groups.map((group) => group.siteId));
  return {
    pins: sites.flatMap(({ id, data: { meta } }) =>
      meta.origin
        ? [
            {
              site_id: id,
              latitude: meta.origin.latitude,
              longitude: meta.origin.longitude,
              has_model: withModel.has(id),
            },
          ]
        : [],
    ),
  };
}
