import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import type { EpsgText } from '@overlook/shared/config';
import { ecefFromLla, type Lla, type Vec3 } from '@overlook/shared/maths';
import { projectedSystemSchema, slugSchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { invalid, notFound } from '../../errors/app-error.ts';
import { CrsError } from '../../pointclouds/crs/index.ts';
import type { SiteSystem } from '../../pointclouds/crs/site-system.ts';
import { assertFits } from '../../pointclouds/export/target-system.ts';
import { hasShortName } from '../../services/site-names.ts';

const placeOf = (origin: Lla | null): Vec3 | null => origin && ecefFromLla(origin);

/** Throws `CrsError` with a sentence for a system that exports at the site's origin would refuse. */
export const assertSystemOfSite = (system: EpsgText, origin: Lla | null): void => assertFits(system, placeOf(origin));

/** The system for data that states none; null where the site has none, or does not exist yet. */
export async function findSiteSystem(db: Db, slug: string): Promise<SiteSystem | null> {
  const [site] = await db.select({ data: sites.data }).from(sites).where(hasShortName(slug));
  const crs = projectedSystemSchema.safeParse(site?.data.coordinateSystem);
  return crs.success ? { crs: crs.data, nearEcef: placeOf(site!.data.meta.origin) } : null;
}

export const siteSystemSchema = z.strictObject({
  slug: slugSchema,
  /** Absent: only says what is set. Null for none. */
  system: projectedSystemSchema.nullable().optional(),
});

/** A site with the code of its coordinate system; null for none. */
export interface SystemOfSite {
  readonly slug: string;
  readonly system: EpsgText | null;
}

/** Sets the coordinate system of a site for the operator. Throws `AppError` NOT_FOUND, and INVALID_INPUT with the reason. */
export async function setSiteSystem(db: Db, input: z.output<typeof siteSystemSchema>): Promise<SystemOfSite> {
  return db.transaction(async (tx) => {
    const [site] = await tx.select().from(sites).where(hasShortName(input.slug)).for('update');
    if (!site) throw notFound(`There is no site “${input.slug}”.`);
    const { coordinateSystem = null, ...data } = site.data;
    const { system = coordinateSystem } = input;
    try {
      if (system) assertSystemOfSite(system, data.meta.origin);
    } catch (error) {
      throw error instanceof CrsError ? invalid(error.message) : error;
    }
    if (system !== coordinateSystem)
      await tx
        .update(sites)
        .set({
          data: { ...data, ...(system ? { coordinateSystem: system } : {}) },
          version: site.version + 1,
          updatedAt: new Date(),
          updatedBy: null,
        })
        .where(eq(sites.id, site.id));
    return { slug: site.slug, system };
  });
}
