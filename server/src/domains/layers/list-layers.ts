import { asc } from 'drizzle-orm';
import { sites } from '@overlook/db/schema';
import { canViewSite, isAllowedAtSite, type PermissionMap } from '@overlook/shared/permissions';
import type { FormatOffer, LayerManifest, LayerOffer } from '@overlook/shared/schemas';
import type { Services, SignedInContext } from '../../context.ts';
import type { InstalledLayer } from '../../services/installed-layers.ts';

/** The installed layers and formats that the caller has at one site at least. */
export async function listLayers(ctx: SignedInContext): Promise<{ layers: LayerOffer[]; formats: FormatOffer[] }> {
  const installed = await ctx.installedLayers.all();
  const placed = await Promise.all(
    installed.map(async (layer) => ({
      layer,
      siteIds: await layerSites(ctx, ctx.caller.permissions, layer.manifest),
    })),
  );
  const open = placed.filter(({ siteIds }) => siteIds.length > 0);
  const isFormat = ({ layer }: (typeof open)[number]) => layer.manifest.format !== undefined;
  return {
    layers: open.filter((one) => !isFormat(one)).map(({ layer, siteIds }) => offerOf(layer, siteIds)),
    formats: open.filter(isFormat).map(({ layer, siteIds }) => formatOfferOf(layer, siteIds)),
  };
}

/** Ids of the sites where a person has a layer: those that the manifest names and its permission covers. */
export async function layerSites(
  { db }: Pick<Services, 'db'>,
  permissions: PermissionMap,
  { token, sites: slugs }: LayerManifest,
): Promise<number[]> {
  const rows = await db
    .select({ id: sites.id, slug: sites.slug, formerSlugs: sites.formerSlugs })
    .from(sites)
    .orderBy(asc(sites.id));
  return rows
    .filter(
      ({ slug, formerSlugs }) => slugs === undefined || [slug, ...formerSlugs].some((name) => slugs.includes(name)),
    )
    .filter(
      ({ id }) => canViewSite(permissions, id) && (token === undefined || isAllowedAtSite(permissions, id, token)),
    )
    .map(({ id }) => id);
}

function formatOfferOf({ manifest, version }: InstalledLayer, siteIds: number[]): FormatOffer {
  const { id, title, module, format } = manifest;
  const { extensions, mimeTypes = [], largestMib } = format!;
  const moduleUrl = `/layers/${id}/${version}/${module}`;
  return { id, title, extensions, mimeTypes, largestBytes: largestMib * 1024 * 1024, siteIds, moduleUrl };
}

function offerOf({ manifest, version }: InstalledLayer, siteIds: number[]): LayerOffer {
  const { id, title, icon = null, module, gallery = null, options = {} } = manifest;
  const baseUrl = `/layers/${id}/`;
  const moduleUrl = module === undefined ? null : `${baseUrl}${version}/${module}`;
  return { id, title, icon, siteIds, baseUrl, moduleUrl, gallery, options };
}
