import type { InstanceStatus } from '@overlook/shared/schemas';
import type { Services } from '../../../context.ts';
import { loadOrganisationSecurity } from '../../organisation/load-security.ts';

/** The issuer as it may be shown: without credentials or a query. */
function shown(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return origin + pathname.replace(/\/$/, '');
}

/** Whether single sign-on is set up and wanted, and whether its provider answers. */
export async function ssoStatus(ctx: Pick<Services, 'db' | 'env' | 'gauges'>): Promise<InstanceStatus['sso']> {
  const [{ enableSSO }, provider] = await Promise.all([loadOrganisationSecurity(ctx), ctx.gauges.identityProvider()]);
  return {
    issuer: ctx.env.oidc && shown(ctx.env.oidc.issuer),
    isEnabled: enableSSO,
    provider: provider && { ...provider, checkedAt: provider.checkedAt.toISOString() },
  };
}
