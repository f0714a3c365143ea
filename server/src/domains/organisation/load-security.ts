import { organisationSettings } from '@overlook/db/schema';
import type { OrganisationSecurity } from '@overlook/shared/schemas';
import type { Services } from '../../context.ts';

/**
 * The organisation's rules for signing in. Until somebody has decided, single sign-on is on exactly where the operator
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
