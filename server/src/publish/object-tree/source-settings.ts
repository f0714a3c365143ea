import { hasShortName } from '../../services/site-names.ts';
import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { cadTrees, externalSources, modelGroups, models, sites, sourceSettings } from '@overlook/db/schema';
import { slugSchema } from '@overlook/shared/schemas';
import { z } from 'zod';
import { conflict, invalid, notFound } from '../../errors/app-error.ts';
import type { SecretBox } from '../../services/secret-box.ts';
import { sealHeaders, sourceHeadersSchema, sourceOrigin } from '../../services/source-headers.ts';
import { layerModelType } from '../../storage/layers.ts';
import { sourceSchema } from './tree-format.ts';

export interface SourceStores {
  db: Db;
  secrets: SecretBox;
}

/** An external source of a site's CAD layer as an operator sees it. */
export interface StoredSource {
  name: string;
  /** The effective value: as set, else that of the tree. */
  url: string;
  /** Names of the headers that are sent along; their values are never shown. */
  headers: string[];
  /** Whether the layer's tree names it: only then do objects have tags for it. */
  isInTree: boolean;
  isSet: boolean;
}

export const siteOfSourcesSchema = z.strictObject({ slug: slugSchema });
export const sourceNameSchema = siteOfSourcesSchema.extend({ name: sourceSchema.shape.name });
export const setSourceSchema = sourceNameSchema.extend({
  /** Left out: as it is. */
  url: sourceSchema.shape.url.optional(),
  /** They replace all set headers; absent, the set ones are kept. */
  headers: sourceHeadersSchema.optional(),
});

async function cadModel(db: Db, slug: string): Promise<number> {
  const { id } = layerModelType('cad');
  const [site] = await db
    .select({ modelId: models.id })
    .from(sites)
    .leftJoin(modelGroups, eq(modelGroups.siteId, sites.id))
    .leftJoin(models, and(eq(models.modelgroupId, modelGroups.id), eq(models.modeltypeId, id)))
    .where(hasShortName(slug));
  if (!site) throw notFound(`There is no site “${slug}”.`);
  if (site.modelId === null) throw conflict(`The site “${slug}” has no CAD layer.`);
  return site.modelId;
}

const treeSources = (db: Db, modelId: number) =>
  db
    .select({ name: externalSources.name, url: externalSources.url })
    .from(externalSources)
    .innerJoin(cadTrees, eq(cadTrees.id, externalSources.treeId))
    .innerJoin(models, eq(models.captureId, cadTrees.captureId))
    .where(eq(models.id, modelId));

async function allSources(db: Db, modelId: number): Promise<StoredSource[]> {
  const [inTree, settings] = await Promise.all([
    treeSources(db, modelId),
    db.select().from(sourceSettings).where(eq(sourceSettings.modelId, modelId)),
  ]);
  const named = inTree.map(({ name, url }) => ({ name, url, headers: [], isInTree: true, isSet: false }));
  const byName = new Map<string, StoredSource>(named.map((source) => [source.name, source]));
  for (const { name, url, headerNames: headers } of settings)
    byName.set(name, { name, url, headers, isInTree: byName.has(name), isSet: true });
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** The sources of a site's CAD layer, by name. Throws `AppError` NOT_FOUND, or CONFLICT without such a layer. */
export async function listSources(
  { db }: Pick<SourceStores, 'db'>,
  { slug }: z.output<typeof siteOfSourcesSchema>,
): Promise<StoredSource[]> {
  return allSources(db, await cadModel(db, slug));
}

/**
 * Sets address or headers of a source that the tree names, or of one that a later tree will name. Headers belong to
 * their origin: for another one they must be set again. Throws `AppError` NOT_FOUND, CONFLICT or INVALID_INPUT.
 */
export async function setSource(
  { db, secrets }: SourceStores,
  { slug, name, url: given, headers }: z.output<typeof setSourceSchema>,
): Promise<StoredSource> {
  return db.transaction(async (tx) => {
    const modelId = await cadModel(tx, slug);
    // Calls are serialised, because absent values are kept.
    await tx.select({ id: models.id }).from(models).where(eq(models.id, modelId)).for('update');
    const isIt = and(eq(sourceSettings.modelId, modelId), eq(sourceSettings.name, name));
    const [before] = await tx.select().from(sourceSettings).where(isIt);
    const inTree = (await treeSources(tx, modelId)).find((source) => source.name === name);
    const url = given ?? before?.url ?? inTree?.url;
    if (url === undefined) throw invalid(`The source “${name}” is new: give its address with --url.`);
    const origin = sourceOrigin(url);
    if (origin === null)
      throw invalid('The address must be one of http or https, with a host that is the same for all tags.');
    if (new URL(url).username !== '' || new URL(url).password !== '')
      throw invalid('The address must hold no user and password: give them as a header, which is stored encrypted.');
    if (before?.sealedHeaders && headers === undefined && sourceOrigin(before.url) !== origin)
      throw conflict(`“${name}” moves to ${origin}, where its headers are not sent. Give them again, or --no-headers.`);
    const kept = { headerNames: before?.headerNames ?? [], sealedHeaders: before?.sealedHeaders ?? null };
    const set = headers === undefined ? kept : await sealed(secrets, { modelId, name, url }, headers);
    await tx
      .insert(sourceSettings)
      .values({ modelId, name, url, ...set })
      .onConflictDoUpdate({ target: [sourceSettings.modelId, sourceSettings.name], set: { url, ...set } });
    return { name, url, headers: set.headerNames, isInTree: inTree !== undefined, isSet: true };
  });
}

async function sealed(
  secrets: SecretBox,
  owner: Parameters<typeof sealHeaders>[1],
  headers: z.output<typeof sourceHeadersSchema>,
) {
  const headerNames = headers.map(([name]) => name);
  return { headerNames, sealedHeaders: headers.length > 0 ? await sealHeaders(secrets, owner, headers) : null };
}

/** Removes the settings of a source: the values of the tree apply again. Throws `AppError` NOT_FOUND or CONFLICT. */
export async function removeSource(
  { db }: Pick<SourceStores, 'db'>,
  { slug, name }: z.output<typeof sourceNameSchema>,
): Promise<{ name: string; isInTree: boolean }> {
  const modelId = await cadModel(db, slug);
  const source = (await allSources(db, modelId)).find((one) => one.name === name);
  if (!source) throw notFound(`There is no source “${name}” at “${slug}”.`);
  if (!source.isSet) throw conflict(`Nothing is set for “${name}”; the tree names it.`);
  await db.delete(sourceSettings).where(and(eq(sourceSettings.modelId, modelId), eq(sourceSettings.name, name)));
  return { name, isInTree: source.isInTree };
}
