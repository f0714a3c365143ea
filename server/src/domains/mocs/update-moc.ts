import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { mocs } from '@overlook/db/schema';
import type { savedMocSchema, updateMocInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { bindAttachments, unbindAttachments } from './bind-attachments.ts';
import { changeMoc } from './change-moc.ts';
import { cleanDescription } from './clean-description.ts';
import { assertSameSite } from './create-moc.ts';
import { assertPoiAtSite, setPoi, siteOrigin } from './places.ts';

type Input = z.output<typeof updateMocInputSchema>;

/** The columns that the input sets; absent fields do not change. */
function columnsOf({ name, description, documentNumber, state, data }: Input['moc']): PgUpdateSetSource<typeof mocs> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: cleanDescription(description) }),
    ...(documentNumber === undefined ? {} : { documentNumber }),
    ...(state === undefined ? {} : { state }),
    ...(data?.bookmark === undefined ? {} : { bookmark: data.bookmark }),
    ...(data?.measurements === undefined ? {} : { measurements: data.measurements }),
  };
}

/** Saves an edited change. Throws as `addMoc` does; 404; 409 when another person has saved since `version`. */
export async function updateMoc(ctx: SignedInContext, input: Input): Promise<z.input<typeof savedMocSchema>> {
  const { siteId, id, moc, poi, attachmentUUIDs, removedAttachmentUUIDs } = input;
  assertSameSite(siteId, moc.siteID);
  if (poi) assertPoiAtSite(poi, await siteOrigin(ctx.db, siteId));
  const saved = await changeMoc(ctx, 'mocs.update', input, async (tx) => {
    if (poi) await setPoi(tx, id, poi);
    await unbindAttachments(tx, ctx, id, removedAttachmentUUIDs);
    await bindAttachments(tx, ctx, id, attachmentUUIDs);
    return { set: columnsOf(moc) };
  });
  return { status: 'success', moc: saved };
}
