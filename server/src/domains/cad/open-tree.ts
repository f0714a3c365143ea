import { and, eq } from 'drizzle-orm';
import { cadTrees, captures, externalSources, modelGroups, models, sourceSettings } from '@overlook/db/schema';
import { foldText } from '@overlook/shared/format';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import { type Mat4, moveMatrix } from '@overlook/shared/maths';
import type { Services, SignedInContext } from '../../context.ts';
import { findCapture } from '../captures/find-capture.ts';
import { notFound } from '../../errors/app-error.ts';
import type { HeaderOwner } from '../../services/source-headers.ts';

/** A capture of a site's project layer; the newest one unless its id is given. */
export interface TreeOfSite {
  readonly siteId: number;
  readonly captureId?: number | undefined;
}

/** The object tree of a site's project layer. */
export interface OpenTree {
  readonly id: number;
  /** Its items are those numbers, both included. */
  readonly firstItem: number;
  readonly lastItem: number;
  /** Brings a text to the form in which labels and details are stored: folded, or in lower case alone in older trees. */
  readonly searchForm: (text: string) => string;
  /** The axes of its boxes as stored: three unit vectors in ECEF, nine numbers; null where they are not known. */
  readonly axes: readonly number[] | null;
  /** ECEF to ECEF, metres: where its boxes lie from where they are stored; null for the same place. */
  readonly moveEcef: Mat4 | null;
  readonly sources: ReadonlyMap<number, OpenSource>;
  /** The log of rows that cannot be read. */
  readonly log: Services['log'];
}

/** A source of the tree with the settings of an operator, else with those of the tree. */
export interface OpenSource extends HeaderOwner {
  /** Secret: never part of an answer. */
  readonly sealedHeaders: string | null;
}

/**
 * The tree of a capture; null where the capture came without one, or does not exist for the caller, or the site has no such layer. The
 * permission of the caller has been checked before (`withPermissionAtSite`).
 */
export async function openTree(ctx: SignedInContext, { siteId, captureId }: TreeOfSite): Promise<OpenTree | null> {
  const { db, log } = ctx;
  const asked = captureId === undefined ? null : await findCapture(ctx, { siteId, captureId });
  if (captureId !== undefined && !asked) return null;
  const rows = await db
    .select({
      modelId: models.id,
      placement: captures.placement,
      tree: cadTrees,
      source: externalSources,
      setting: sourceSettings,
    })
    .from(cadTrees)
    .innerJoin(captures, eq(captures.id, cadTrees.captureId))
    .leftJoin(modelGroups, eq(modelGroups.siteId, captures.siteId))
    .leftJoin(models, and(eq(models.modelgroupId, modelGroups.id), eq(models.modeltypeId, captures.modeltypeId)))
    .leftJoin(externalSources, eq(externalSources.treeId, cadTrees.id))
    .leftJoin(sourceSettings, and(eq(sourceSettings.modelId, models.id), eq(sourceSettings.name, externalSources.name)))
    .where(asked ? eq(captures.id, asked.id) : and(eq(captures.siteId, siteId), eq(models.captureId, captures.id)));
  if (!rows[0]) return null;
  const { tree, placement } = rows[0];
  const sources = rows.flatMap(({ modelId, source, setting }) => {
    // Settings belong to a layer, and a draft may be the first of its layer.
    if (!source || modelId === null) return [];
    const { name, url } = setting ?? source;
    return [[source.id, { modelId, name, url, sealedHeaders: setting?.sealedHeaders ?? null }] as const];
  });
  const lastItem = tree.firstItem + tree.itemCount - 1;
  const searchForm = tree.isFolded ? foldText : (text: string) => text.toLowerCase();
  return {
    id: tree.id,
    firstItem: tree.firstItem,
    lastItem,
    searchForm,
    axes: tree.axes,
    moveEcef: placement && moveMatrix(placement),
    sources: new Map(sources),
    log,
  };
}

/** The same for requests that need a tree: throws 404 when there is none. */
export async function openTreeOf(ctx: SignedInContext, site: TreeOfSite): Promise<OpenTree> {
  return (await openTree(ctx, site)) ?? missing();
}

/** 404: the requested item is not in the tree of this site. */
export function missing(): never {
  throw notFound(CAD_MESSAGES['cad.objectUnknown']);
}
