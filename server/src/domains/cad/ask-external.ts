import type { CadMetadata } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { missing, openTreeOf } from './open-tree.ts';

/** What an external source says of a tag. Throws 404 when the site has no such source, 503 when it does not answer. */
export async function askExternal(
  ctx: SignedInContext,
  { siteId, sourceId, query }: { siteId: number; sourceId: number; query: string },
): Promise<{ metadata: CadMetadata }> {
  const tree = await openTreeOf(ctx, siteId);
  const source = tree.sources.get(sourceId) ?? missing();
  return { metadata: await ctx.externalMetadata.ask(source, query) };
}
