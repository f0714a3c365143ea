import type { z } from 'zod';
import { organisationSettings } from '@overlook/db/schema';
import { AUTH_MESSAGES } from '@overlook/shared/messages';
import type {
  OrganisationSecurity,
  setOrganisationSecurityInputSchema,
  setOrganisationSecurityOutputSchema,
} from '@overlook/shared/schemas';
import type { Services, SignedInContext } from '../../context.ts';
import { conflict } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';

/**
 * The organisation's rules for signing in. Until an administrator has decided, single sign-on is on exactly where the operator
 * has set it up; without that it is always off.
 */
export async function loadOrganisationSecurity({
  db,
  env,
}: Pick<Services, 'db' | 'env'>): Promise<OrganisationSecurity> {
  const [row] = await db.select().from(organisationSettings);
  const isAvailable = env.oidc !== null;
  return {
    enable2FA: row?.enable2FA ?? false,
    enableSSO: isAvailable && (row?.enableSSO ?? true),
    createUsersBySSO: row?.createUsersBySSO ?? false,
  };
}

/**
 * Stores the organisation's rules for signing in; they apply from the next sign-in on. Throws 409 when single sign-on
 * is switched on at an instance without it.
 */
export async function setSecurity(
  ctx: SignedInContext,
  wanted: z.output<typeof setOrganisationSecurityInputSchema>,
): Promise<z.input<typeof setOrganisationSecurityOutputSchema>> {
  const isAvailable = ctx.env.oidc !== null;
  if (wanted.enableSSO && !isAvailable) throw conflict(AUTH_MESSAGES['auth.ssoUnavailableTitle']);
  const before = await loadOrganisationSecurity(ctx);
  const security = { ...before, ...wanted };
  // While single sign-on is not available, "off" is not a decision.
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
