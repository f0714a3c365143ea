import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { viewGrants } from '@overlook/db/schema';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import { isAllowed } from '@overlook/shared/permissions';
import type { renewViewGrantInputSchema, ViewGrant } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { assertHeld, endOf } from './create-grant.ts';
import { readGrant } from './list-grants.ts';

/** A grant that the caller may change: their own, or with USERS:UPDATE any that they see. Throws 404 for any other. */
async function findChangeable(ctx: SignedInContext, id: number): Promise<ViewGrant> {
  const grant = await readGrant(ctx, id);
  if (!grant.isOwn && !isAllowed(ctx.caller.permissions, null, ['USERS:UPDATE']))
    throw notFound(VIEW_GRANTS_MESSAGES['grant.notFound']);
  return grant;
}

/** Revokes a grant: it no longer opens, and its visitors are refused within a second. A revoked one does not change. */
export async function revokeGrant(ctx: SignedInContext, { id }: { id: number }): Promise<{ grant: ViewGrant }> {
  const { name } = await findChangeable(ctx, id);
  await withdrawGrant(ctx, { id, name });
  return { grant: await readGrant(ctx, id) };
}

/** The caller is null on the command line. */
type Withdrawing = Pick<SignedInContext, 'db' | 'clock' | 'address'> & { readonly caller: { userId: number } | null };

/** Ends a grant permanently and records it; does nothing where it was revoked before. */
export async function withdrawGrant(ctx: Withdrawing, { id, name }: { id: number; name: string }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const revoked = await tx
      .update(viewGrants)
      .set({ revokedAt: ctx.clock.now(), revokedBy: ctx.caller?.userId ?? null })
      .where(and(eq(viewGrants.id, id), isNull(viewGrants.revokedAt)))
      .returning({ id: viewGrants.id });
    if (revoked.length > 0)
      await recordDone(tx, ctx, { action: 'viewGrants.revoke', subject: `viewGrant:${id}`, details: { name } });
  });
}

/**
 * Sets a new end. Throws 409 for a grant that was revoked, 400 for an end that its kind does not allow; 403 for a later end of a grant
 * that the caller could not make, because lengthening is giving.
 */
export async function renewGrant(
  ctx: SignedInContext,
  { id, endsAt: wanted }: z.output<typeof renewViewGrantInputSchema>,
): Promise<{ grant: ViewGrant }> {
  const grant = await findChangeable(ctx, id);
  const { kind, name } = grant;
  const endsAt = endOf(kind, wanted, ctx.clock.now());
  if (endsAt > new Date(grant.endsAt)) assertHeld(ctx, grant);
  await ctx.db.transaction(async (tx) => {
    const renewed = await tx
      .update(viewGrants)
      .set({ endsAt })
      .where(and(eq(viewGrants.id, id), isNull(viewGrants.revokedAt)))
      .returning({ id: viewGrants.id });
    if (renewed.length === 0) throw conflict(VIEW_GRANTS_MESSAGES['grant.revoked']);
    const details = { name, endsAt: endsAt.toISOString() };
    await recordDone(tx, ctx, { action: 'viewGrants.renew', subject: `viewGrant:${id}`, details });
  });
  return { grant: await readGrant(ctx, id) };
}
