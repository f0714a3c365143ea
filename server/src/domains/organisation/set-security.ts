import type { z } from 'zod';
import { organisationSettings } from '@overlook/db/schema';
import { MESSAGES } from '@overlook/shared/messages';
import type { setOrganisationSecurityInputSchema, setOrganisationSecurityOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { loadOrganisationSecurity } from './load-security.ts';

/**
 * Stores the organisation's rules for signing in; they hold from the next sign-in on. Throws 409 when single sign-on is
 * wanted on an instance that has none.
 */
export async function setSecurity(
  ctx: SignedInContext,
  wanted: z.output<typeof setOrganisationSecurityInputSchema>,
): Promise<z.input<typeof setOrganisationSecurityOutputSchema>> {
  const isAvailable = ctx.env.oidc !== null;
  if (wanted.enableSSO && !isAvailable) throw conflict(MESSAGES['auth.ssoUnavailableTitle']);
  const before = await loadOrganisationSecurity(ctx);
  const security = { ...before, ...wanted };
  // "Off" decides nothing while there is nothing to switch on.
  const stored = isAvailable ? security : { ...security, enableSSO: true };
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(organisationSettings)
      .values(stored)
      .onConflictDoUpdate({ target: organisationSettings.id, set: stored });
    await recordDone(tx, ctx, { action: 'organisation.setSecurity', details: { before, after: security } });
  });
  return { status: 'success', security };
}
