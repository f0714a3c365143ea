import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { users } from '@overlook/db/schema';
import { emailSchema, toLine } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { recordDone } from '../../../services/audit.ts';
import type { Identity } from '../../../services/sso/identity-provider.ts';

/** Why a person with a proved identity may not sign in. */
export type Refusal = 'unknown' | 'disabled' | 'emailMissing' | 'emailUnverified';

type Person = Pick<typeof users.$inferSelect, 'id' | 'disabledAt' | 'archivedAt'>;

const COLUMNS = { id: users.id, disabledAt: users.disabledAt, archivedAt: users.archivedAt };

/**
 * Finds the account of an identity: the linked one; else the one with its verified address, which is then linked
 * to it, once; else a new one without any role, where the organisation allows that.
 */
export async function recognise(
  ctx: RequestContext,
  identity: Identity,
  { createsUsers }: { createsUsers: boolean },
): Promise<{ userId: number } | { refusal: Refusal }> {
  return ctx.db.transaction(async (tx) => {
    const isLinked = and(eq(users.ssoTid, identity.tid), eq(users.ssoSub, identity.sub));
    const [linked] = await tx.select(COLUMNS).from(users).where(isLinked);
    const person = linked ?? (await link(ctx, tx, identity)) ?? (createsUsers ? await create(ctx, tx, identity) : null);
    if (!person) return { refusal: whyUnknown(identity) };
    return person.disabledAt || person.archivedAt ? { refusal: 'disabled' } : { userId: person.id };
  });
}

/** It says nothing about accounts: only what the person's own provider left out. */
function whyUnknown({ email, verifiedEmail }: Identity): Refusal {
  if (email === '') return 'emailMissing';
  return verifiedEmail === null ? 'emailUnverified' : 'unknown';
}

/** A user who may not sign in is found but not linked, so that enabling the user later restores the former state. */
async function link(ctx: RequestContext, tx: Db, { tid, sub, verifiedEmail }: Identity): Promise<Person | null> {
  if (verifiedEmail === null) return null;
  const isUnlinked = and(eq(users.email, verifiedEmail), isNull(users.ssoSub));
  const [found] = await tx.select(COLUMNS).from(users).where(isUnlinked).for('update');
  if (!found || found.disabledAt || found.archivedAt) return found ?? null;
  await tx.update(users).set({ ssoTid: tid, ssoSub: sub }).where(eq(users.id, found.id));
  await record(ctx, tx, found.id, 'auth.linkSso');
  return found;
}

async function create(ctx: RequestContext, tx: Db, identity: Identity): Promise<Person | null> {
  const { tid, sub, verifiedEmail } = identity;
  const { data: email } = emailSchema.safeParse(verifiedEmail);
  if (email === undefined) return null;
  const [firstName, lastName] = [toLine(identity.firstName), toLine(identity.lastName)];
  const [made] = await tx
    .insert(users)
    .values({ email, firstName, lastName, ssoTid: tid, ssoSub: sub })
    .onConflictDoNothing()
    .returning(COLUMNS);
  if (made) await record(ctx, tx, made.id, 'auth.createBySso');
  return made ?? null;
}

const record = (ctx: RequestContext, tx: Db, userId: number, action: string) =>
  recordDone(tx, { ...ctx, caller: { userId } }, { action, subject: `user:${userId}` });
