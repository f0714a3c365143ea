import { and, count, eq, gt, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { sites, users, viewGrants } from '@overlook/db/schema';
import { VIEW_GRANTS } from '@overlook/shared/config';
import { endTooLateText, originOutsideText, VIEW_GRANTS_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { canViewSite, isAllowedAtSite } from '@overlook/shared/permissions';
import type { createdViewGrantSchema, createViewGrantInputSchema } from '@overlook/shared/schemas';
import { conflict, forbidden, invalid, notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { hashToken, newToken } from '../../services/tokens.ts';
import type { Granting } from './granting.ts';
import { readGrant } from './list-grants.ts';

type Input = z.output<typeof createViewGrantInputSchema>;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The end of a grant: `wanted`, or the default of its kind. Throws 400 for an end that is past or later than
 * its kind allows.
 */
export function endOf(kind: Input['kind'], wanted: Date | undefined, now: Date): Date {
  const { defaultMs, longestMs } = VIEW_GRANTS[kind];
  const endsAt = wanted ?? new Date(now.getTime() + defaultMs);
  const refused = (sentence: string) => invalid(sentence, { endsAt: sentence });
  if (endsAt <= now) throw refused(VIEW_GRANTS_MESSAGES['grant.endPast']);
  if (endsAt.getTime() > now.getTime() + longestMs) throw refused(endTooLateText(longestMs / DAY_MS));
  return endsAt;
}

/** Throws 404 for a site that the caller may not see, 403 for permissions that the caller does not hold there. */
export function assertHeld(
  { caller }: Pick<Granting, 'caller'>,
  { siteId, permissions }: Pick<Input, 'siteId' | 'permissions'>,
): void {
  if (!canViewSite(caller.permissions, siteId)) throw notFound(ADMIN_MESSAGES['site.unknown']);
  if (!permissions.every((token) => isAllowedAtSite(caller.permissions, siteId, token)))
    throw forbidden(VIEW_GRANTS_MESSAGES['grant.notHeld']);
}

/** Throws 400 for an origin on which the instance does not allow embedding. */
function assertOrigins({ env }: Granting, origins: readonly string[]): void {
  const fields = Object.fromEntries(
    origins.flatMap((origin, index) =>
      env.embedOrigins.includes(origin) ? [] : [[`origins.${index}`, originOutsideText(origin)]],
    ),
  );
  const [first] = Object.values(fields);
  if (first !== undefined) throw invalid(first, fields);
}

/**
 * Opens a site to people without an account, as far as the caller may see it; answers with the secret, which is not
 * stored.
 */
export async function createGrant(ctx: Granting, input: Input): Promise<z.input<typeof createdViewGrantSchema>> {
  const isSite = eq(sites.id, input.siteId);
  if ((await ctx.db.$count(sites, isSite)) === 0) throw notFound(ADMIN_MESSAGES['site.unknown']);
  assertHeld(ctx, input);
  assertOrigins(ctx, input.origins);
  const now = ctx.clock.now();
  const { kind, name, siteId, permissions, controls, origins, view, password } = input;
  const endsAt = endOf(kind, input.endsAt, now);
  const passwordHash = password === null ? null : await ctx.passwords.hash(password);
  const token = newToken();
  const id = await ctx.db.transaction(async (tx) => {
    // Calls of each person are serialised, so that the limit is kept.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, ctx.caller.userId)).for('update');
    const isOpen = and(
      eq(viewGrants.madeBy, ctx.caller.userId),
      isNull(viewGrants.revokedAt),
      gt(viewGrants.endsAt, now),
    );
    const [open] = await tx.select({ count: count() }).from(viewGrants).where(isOpen);
    if (open!.count >= VIEW_GRANTS.ofOnePersonMost) throw conflict(VIEW_GRANTS_MESSAGES['grant.tooMany']);
    const values = { kind, name, siteId, permissions, controls, origins, view, passwordHash, endsAt, createdAt: now };
    const [row] = await tx
      .insert(viewGrants)
      .values({ ...values, tokenHash: hashToken(token), madeBy: ctx.caller.userId })
      .returning({ id: viewGrants.id });
    const details = { kind, name, siteId, permissions, origins, endsAt: endsAt.toISOString() };
    await recordDone(tx, ctx, { action: 'viewGrants.create', subject: `viewGrant:${row!.id}`, details });
    return row!.id;
  });
  const path = kind === 'link' ? 'view' : 'embed';
  return { grant: await readGrant(ctx, id), token, url: `${ctx.env.publicUrl}/${path}/${token}` };
}
