import { and, eq } from 'drizzle-orm';
import { mocAreas } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { areaInputSchema, savedMocSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { changeMoc } from './change-moc.ts';
import { areaChanges } from './field-changes.ts';
import { describeArea } from './load-mocs.ts';

type Input = z.output<typeof areaInputSchema>;
type Saved = z.input<typeof savedMocSchema>;

async function setArchived(ctx: SignedInContext, input: Input, isArchived: boolean): Promise<Saved> {
  const action = isArchived ? 'mocs.archiveArea' : 'mocs.restoreArea';
  const moc = await changeMoc(ctx, action, { siteId: input.siteId, id: input.id }, async (tx) => {
    const condition = and(eq(mocAreas.uuid, input.areaUuid), eq(mocAreas.mocId, input.id));
    const [row] = await tx.select().from(mocAreas).where(condition);
    if (!row) throw notFound(MOCS_MESSAGES['area.notFound']);
    if ((row.archivedAt !== null) === isArchived) return {};
    await tx
      .update(mocAreas)
      .set({ archivedAt: isArchived ? ctx.clock.now() : null })
      .where(condition);
    const area = describeArea(row);
    return { areas: isArchived ? areaChanges(area, null) : areaChanges(null, area) };
  });
  return { status: 'success', moc };
}

/** Archives an area of a change; an archived one does not change. Throws 404. */
export const archiveArea = (ctx: SignedInContext, input: Input): Promise<Saved> => setArchived(ctx, input, true);

/** Restores an archived area. Throws 404. */
export const restoreArea = (ctx: SignedInContext, input: Input): Promise<Saved> => setArchived(ctx, input, false);
