import { and, sql } from 'drizzle-orm';
import { cadItems } from '@overlook/db/schema';
import type { CadMetadata } from '@overlook/shared/schemas';
import { CAD_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { unavailable } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { openHeaders, type SourceHeaders } from '../../services/source-headers.ts';
import { contains, isInTree } from './fits.ts';
import { missing, openTreeOf, type OpenSource, type OpenTree, type TreeOfSite } from './open-tree.ts';

/** Whether an object of the tree has the tag in the source: the index finds the text, the stored pairs decide. */
async function hasTag({ db }: SignedInContext, tree: OpenTree, sourceId: number, tag: string): Promise<boolean> {
  const pairs = JSON.stringify([[sourceId, tag]]);
  const [found] = await db
    .select({ id: cadItems.id })
    .from(cadItems)
    .where(
      and(
        isInTree(tree),
        contains(cadItems.labels, tree.searchForm(tag)),
        sql`cast(${cadItems.externalTags} as jsonb) @> cast(${pairs} as jsonb)`,
      ),
    )
    .limit(1);
  return found !== undefined;
}

/**
 * The answer of an external source for a tag. Throws 404 when the site has no such source, or no object with that tag:
 * only tags of the tree are requested. Throws 503 when it does not answer.
 */
export async function askExternal(
  ctx: SignedInContext,
  { siteId, captureId, sourceId, query }: TreeOfSite & { sourceId: number; query: string },
): Promise<{ metadata: CadMetadata }> {
  const tree = await openTreeOf(ctx, { siteId, captureId });
  const source = tree.sources.get(sourceId) ?? missing();
  if (!(await hasTag(ctx, tree, sourceId, query))) return missing();
  const { name, url } = source;
  return { metadata: await ctx.externalMetadata.ask({ name, url, headers: await headersOf(ctx, source) }, query) };
}

async function headersOf({ secrets }: SignedInContext, source: OpenSource): Promise<SourceHeaders> {
  if (source.sealedHeaders === null) return [];
  return openHeaders(secrets, source, source.sealedHeaders).catch(() => {
    throw unavailable(said(CAD_MESSAGES, 'external.headersUnreadable', { name: source.name }));
  });
}
