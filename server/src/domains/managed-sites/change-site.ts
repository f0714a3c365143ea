import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { sites } from '@overlook/db/schema';
import type { EpsgText } from '@overlook/shared/config';
import type { Lla } from '@overlook/shared/maths';
import type { ManagedSite, updateManagedSiteInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid } from '../../errors/app-error.ts';
import { CrsError } from '../../pointclouds/crs/index.ts';
import { assertSystemOfSite } from '../../publish/register/site-system.ts';
import { recordDone } from '../../services/audit.ts';
import { lockSite } from '../../services/lock-site.ts';
import { assertCurrentVersion, bumpVersion } from '../members/versions.ts';
import { loadManagedSite } from './list-managed-sites.ts';
import { assertShortNameFree } from './short-names.ts';
import { takeAvatar } from './upload-avatar.ts';

type SiteRow = typeof sites.$inferSelect;
type Action = 'update' | 'archive' | 'restore';

/** The columns that a change sets, and its audit entry. */
interface Change {
  readonly set: Partial<SiteRow>;
  readonly details?: Record<string, unknown>;
}

export interface SavedSite {
  status: 'success';
  site: ManagedSite;
}

/** Stores a change of a site with its audit entry. Throws 404; 409 when another person has saved since `version`. */
async function storeChange(
  ctx: SignedInContext,
  { action, siteId, version }: { action: Action; siteId: number; version?: number | undefined },
  change: (row: SiteRow, tx: Db) => Change | Promise<Change>,
): Promise<SavedSite> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockSite(tx, siteId);
    await assertCurrentVersion(tx, 'site', row, version);
    const { set, details } = await change(row, tx);
    await tx
      .update(sites)
      .set({ ...set, ...bumpVersion(ctx) })
      .where(eq(sites.id, siteId));
    await recordDone(tx, ctx, {
      action: `managedSites.${action}`,
      subject: `site:${siteId}`,
      details: { name: row.name, ...details },
    });
  });
  // Archiving changes what everybody may view.
  ctx.access.forget();
  return { status: 'success', site: await loadManagedSite(ctx, siteId) };
}

/** Hides a site from all who view it: for them it does not exist. Its data stays. Throws 404. */
export const archiveSite = (ctx: SignedInContext, { siteId }: { siteId: number }): Promise<SavedSite> =>
  storeChange(ctx, { action: 'archive', siteId }, ({ archivedAt }) => ({
    set: { archivedAt: archivedAt ?? ctx.clock.now() },
  }));

/** Shows an archived site again to those who may view it. Throws 404. */
export const restoreSite = (ctx: SignedInContext, { siteId }: { siteId: number }): Promise<SavedSite> =>
  storeChange(ctx, { action: 'restore', siteId }, () => ({ set: { archivedAt: null } }));

type UpdateInput = z.output<typeof updateManagedSiteInputSchema>;

/** Saves an edited site; absent fields stay. Throws as `storeChange` does. */
export const updateSite = (ctx: SignedInContext, { siteId, version, ...input }: UpdateInput): Promise<SavedSite> =>
  storeChange(ctx, { action: 'update', siteId, version }, async (row, tx) => {
    const avatar = input.avatar === undefined ? row.data.avatar : await takeAvatar(tx, ctx, siteId, input.avatar);
    const { minimapMaxNativeZoom = row.data.minimapMaxNativeZoom, homeBookmark = row.data.meta.homeBookmark } = input;
    const { screenSpaceError = row.data.screenSpaceError ?? {} } = input;
    const { coordinateSystem = row.data.coordinateSystem ?? null, levels = row.data.levels ?? [] } = input;
    if (input.coordinateSystem) refuseUnfit(input.coordinateSystem, row.data.meta.origin);
    const { name = row.name, description = row.description, modelSettings = row.modelSettings } = input;
    return {
      set: {
        ...(await renamed(tx, row, input.slug ?? row.slug)),
        name,
        description,
        modelSettings,
        data: {
          avatar,
          minimapMaxNativeZoom,
          ...(Object.keys(screenSpaceError).length > 0 ? { screenSpaceError } : {}),
          ...(coordinateSystem ? { coordinateSystem } : {}),
          ...(levels.length > 0 ? { levels } : {}),
          meta: { ...row.data.meta, homeBookmark },
        },
      },
      details: { changed: changesOf(row, input) },
    };
  });

/** Throws 400 for a system that exports at the site would refuse. */
function refuseUnfit(coordinateSystem: EpsgText, origin: Lla | null): void {
  try {
    assertSystemOfSite(coordinateSystem, origin);
  } catch (error) {
    if (error instanceof CrsError) throw invalid(error.message, { coordinateSystem: error.message });
    throw error;
  }
}

/** The columns of the short name; the former one is kept beside it. Throws 400 for one that another site has or had. */
async function renamed(tx: Db, row: SiteRow, slug: string): Promise<Pick<SiteRow, 'slug' | 'formerSlugs'>> {
  const { id, formerSlugs } = row;
  if (slug === row.slug) return { slug, formerSlugs };
  await assertShortNameFree(tx, slug, id);
  return { slug, formerSlugs: [...formerSlugs.filter((name) => name !== slug), row.slug] };
}

/** The fields that changed, old and new; of the home view and the picture only that they changed. */
function changesOf(row: SiteRow, input: Omit<UpdateInput, 'siteId' | 'version'>): Record<string, unknown> {
  const before = {
    name: row.name,
    slug: row.slug,
    description: row.description,
    modelSettings: row.modelSettings,
    minimapMaxNativeZoom: row.data.minimapMaxNativeZoom,
    screenSpaceError: row.data.screenSpaceError ?? {},
    coordinateSystem: row.data.coordinateSystem ?? null,
    levels: row.data.levels ?? [],
  };
  const { homeBookmark, avatar, ...plain } = input;
  const changed = Object.entries(plain).filter(
    ([field, to]) => to !== undefined && JSON.stringify(to) !== JSON.stringify(before[field as keyof typeof before]),
  );
  return {
    ...Object.fromEntries(changed.map(([field, to]) => [field, { from: before[field as keyof typeof before], to }])),
    ...(homeBookmark === undefined ? {} : { homeView: true }),
    ...(avatar === undefined ? {} : { picture: true }),
  };
}
