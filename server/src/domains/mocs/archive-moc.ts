import type { savedMocSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { changeMoc, type NamedMoc } from './change-moc.ts';

type Saved = z.input<typeof savedMocSchema>;

/** Archives a change: lists omit it. An archived one does not change. Throws 404. */
export async function archiveMoc(ctx: SignedInContext, { siteId, id }: NamedMoc): Promise<Saved> {
  const moc = await changeMoc(ctx, 'mocs.archive', { siteId, id }, (_tx, { archived }) =>
    archived ? {} : { set: { archivedAt: ctx.clock.now() } },
  );
  return { status: 'success', moc };
}

/** Restores an archived change. Throws 404. */
export async function restoreMoc(ctx: SignedInContext, { siteId, id }: NamedMoc): Promise<Saved> {
  const moc = await changeMoc(ctx, 'mocs.restore', { siteId, id }, () => ({ set: { archivedAt: null } }));
  return { status: 'success', moc };
}
