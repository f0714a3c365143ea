import type { CadMetadata } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { unavailable } from '../../errors.ts';
import { openHeaders, type SourceHeaders } from '../../services/source-headers.ts';
import { missing, openTreeOf, type OpenSource } from './open-tree.ts';

/** What an external source says of a tag. Throws 404 when the site has no such source, 503 when it does not answer. */
export async function askExternal(
  ctx: SignedInContext,
  { siteId, sourceId, query }: { siteId: number; sourceId: number; query: string },
): Promise<{ metadata: CadMetadata }> {
  const tree = await openTreeOf(ctx, siteId);
  const source = tree.sources.get(sourceId) ?? missing();
  const { name, url } = source;
  return { metadata: await ctx.externalMetadata.ask({ name, url, headers: await headersOf(ctx, source) }, query) };
}

async function headersOf({ secrets }: SignedInContext, source: OpenSource): Promise<SourceHeaders> {
  if (source.sealedHeaders === null) return [];
  return openHeaders(secrets, source, source.sealedHeaders).catch(() => {
    throw unavailable(
      `${source.name} cannot be asked: its headers were stored with another key. They have to be set anew.`,
    );
  });
}
