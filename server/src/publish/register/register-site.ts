import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { captures, modelGroups, sites } from '@overlook/db/schema';
import type { Lla, Vec3 } from '@overlook/shared/maths';
import type { Bookmark, SiteData } from '@overlook/shared/schemas';
import { conflict } from '../../errors/app-error.ts';
import { homeBookmark, isStillHome } from '../store/home-view.ts';
import type { ImportRequest } from '../import-request.ts';
import { LAYER_NAMES, layerModelType } from '../../storage/layers.ts';
import { replacedCapture } from './replaced-capture.ts';
import { publishedCaptures } from './stored-captures.ts';

/** A site within the transaction that registers an import. */
export interface RegisteredSite {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly isNew: boolean;
  readonly modelgroupId: number;
}

/** Where the imported layers are. */
export interface SitePlace {
  ground: Lla;
  /** Corners of boxes around what they draw. */
  cornersEcef: readonly Vec3[];
}

/** Refuses a request before copying if registration would refuse it. Throws as `replacedCapture` does. */
export async function assertLayersFree(db: Db, request: ImportRequest): Promise<void> {
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.slug, request.slug));
  if (site) await replacedCaptures(db, site.id, request);
}

/** Ids of the captures whose place this import takes. Throws as `replacedCapture` does. */
async function replacedCaptures(db: Db, siteId: number, request: ImportRequest): Promise<ReadonlySet<number>> {
  const replaced = new Set<number>();
  for (const layer of LAYER_NAMES.filter((name) => request.layers[name])) {
    const published = await publishedCaptures(db, { siteId, modeltypeId: layerModelType(layer).id });
    const before = replacedCapture(published, request, layer);
    if (before) replaced.add(before.id);
  }
  return replaced;
}

/**
 * Makes the site of an import, or changes it as the request says, and registers its data with `register` in the same
 * transaction: all or nothing. `place` is null where the import has no layers; the site then exists already. An existing
 * site keeps what the request does not name.
 */
export async function registerSite(
  db: Db,
  request: ImportRequest,
  place: SitePlace | null,
  register: (tx: Db, site: RegisteredSite) => Promise<void>,
): Promise<RegisteredSite> {
  return db.transaction(async (tx) => {
    const { site, isNew } = await findOrMakeSite(tx, request, place);
    await tx.insert(modelGroups).values({ siteId: site.id }).onConflictDoNothing();
    const [group] = await tx.select().from(modelGroups).where(eq(modelGroups.siteId, site.id));
    const registered = { id: site.id, slug: site.slug, name: site.name, isNew, modelgroupId: group!.id };
    await register(tx, registered);
    return registered;
  });
}

async function findOrMakeSite(tx: Db, request: ImportRequest, place: SitePlace | null) {
  const { slug, name = request.slug, description = '' } = request;
  if (place) {
    const data = siteData(null, request, place);
    const [made] = await tx.insert(sites).values({ slug, name, description, data }).onConflictDoNothing().returning();
    if (made) return { site: made, isNew: true };
  }
  // Held until the end, so that imports into one site are serialised.
  const [found] = await tx.select().from(sites).where(eq(sites.slug, slug)).for('update');
  if (!found) throw conflict(`The site “${slug}” was deleted while it was being imported.`);
  const [updated] = await tx
    .update(sites)
    .set({
      name: request.name ?? found.name,
      description: request.description ?? found.description,
      data: place ? siteData(await keptData(tx, found, request, place), request, place) : found.data,
    })
    .where(eq(sites.id, found.id))
    .returning();
  return { site: updated!, isNew: false };
}

async function keptData(
  tx: Db,
  { id, data }: { id: number; data: SiteData },
  request: ImportRequest,
  { cornersEcef }: SitePlace,
): Promise<SiteData> {
  return (await keepsCaptures(tx, id, request)) ? data : withoutPlace(data, cornersEcef);
}

/** The origin that a site has from captures that this import does not replace; null where there are none. */
export async function keptOrigin(db: Db, request: ImportRequest): Promise<Lla | null> {
  const [found] = await db.select().from(sites).where(eq(sites.slug, request.slug));
  return found && (await keepsCaptures(db, found.id, request)) ? found.data.meta.origin : null;
}

/** The origin that a site will have after this import, whose layers are at `ground`. */
export const originOfImport = async (db: Db, request: ImportRequest, ground: Lla): Promise<Lla> =>
  statedOrigin(request, (await keptOrigin(db, request)) ?? ground);

/** The origin as far as the request states it, else as found. */
const statedOrigin = ({ origin, groundHeight }: ImportRequest, found: Lla): Lla => ({
  ...(origin ?? found),
  ...(groundHeight === undefined ? {} : { height: groundHeight }),
});

/** The home view that a site will have after this import of layers with these corners. */
export async function homeOfImport(db: Db, request: ImportRequest, cornersEcef: readonly Vec3[]): Promise<Bookmark> {
  const [found] = await db.select().from(sites).where(eq(sites.slug, request.slug));
  const isKept = found !== undefined && (await keepsCaptures(db, found.id, request));
  const before = found && (isKept ? found.data : withoutPlace(found.data, cornersEcef));
  return request.homeBookmark ?? before?.meta.homeBookmark ?? homeBookmark(cornersEcef);
}

/** Whether the site keeps a capture that this request does not replace. */
async function keepsCaptures(tx: Db, siteId: number, request: ImportRequest): Promise<boolean> {
  const replaced = await replacedCaptures(tx, siteId, { ...request, replace: true });
  const rows = await tx.select({ id: captures.id }).from(captures).where(eq(captures.siteId, siteId));
  return rows.some(({ id }) => !replaced.has(id));
}

/** A site whose layers are all new gets their position; its home view is kept if it shows them. */
function withoutPlace(data: SiteData, cornersEcef: readonly Vec3[]): SiteData {
  const { homeBookmark: home } = data.meta;
  return { ...data, meta: { origin: null, homeBookmark: home && isStillHome(home, cornersEcef) ? home : null } };
}

function siteData(before: SiteData | null, request: ImportRequest, { ground, cornersEcef }: SitePlace): SiteData {
  const { avatar, homeBookmark: home } = request;
  return {
    ...before,
    avatar: avatar ?? before?.avatar ?? null,
    minimapMaxNativeZoom: before?.minimapMaxNativeZoom ?? null,
    meta: {
      homeBookmark: home ?? before?.meta.homeBookmark ?? homeBookmark(cornersEcef),
      origin: statedOrigin(request, before?.meta.origin ?? ground),
    },
  };
}
